// Makes the archives in this folder, with GNUstep's own archiver (1.28): what the original put into
// BLOB columns and elements on that platform. Usage: make-archives FOLDER
//
//     gcc -std=gnu99 $(gnustep-config --objc-flags) make-archives.m $(gnustep-config --base-libs)
#import <Foundation/Foundation.h>

static NSString *folder;

static void put(NSString *name, id object, NSString *key)
{
  NSMutableData *data = [NSMutableData data];
  NSKeyedArchiver *a = [[NSKeyedArchiver alloc] initForWritingWithMutableData: data];
  [a encodeObject: object forKey: key ? key : NSStringFromClass([object class])];
  [a finishEncoding];
  [data writeToFile: [folder stringByAppendingFormat: @"/%@.bin", name] atomically: YES];
  printf("%s %s\n", [name UTF8String], [NSStringFromClass([object class]) UTF8String]);
}
int main(int count, char **arguments)
{
  NSAutoreleasePool *p = [NSAutoreleasePool new];
  folder = [NSString stringWithUTF8String: count > 1 ? arguments[1] : "."];
  NSDate *d = [NSDate dateWithTimeIntervalSinceReferenceDate: 237748412.123];
  NSArray *mixed = [NSArray arrayWithObjects: @"text", @"", @"ünï😀", [NSNumber numberWithInt: 1], [NSNumber numberWithInt: -1],
    [NSNumber numberWithUnsignedLongLong: 18446744073709551615ULL], [NSNumber numberWithLongLong: -9223372036854775807LL - 1],
    [NSNumber numberWithDouble: 1.5], [NSNumber numberWithDouble: 0.1], [NSNumber numberWithFloat: 0.1f], [NSNumber numberWithBool: YES], [NSNumber numberWithBool: NO],
    [NSNumber numberWithChar: 'a'], [NSData dataWithBytes: "\0\1" length: 2], [NSData data], [NSNull null], d,
    [NSArray array], [NSDictionary dictionary], [NSSet setWithObject: @"x"], [NSMutableString stringWithString: @"mutable"],
    [NSMutableArray arrayWithObject: @"m"], [NSMutableDictionary dictionaryWithObject: @"v" forKey: @"k"], [NSMutableSet setWithObject: @"s"],
    [NSMutableData dataWithBytes: "ab" length: 2], [NSURL URLWithString: @"http://a.example/b?c=d#e"],
    [NSURL URLWithString: @"b" relativeToURL: [NSURL URLWithString: @"http://a.example/"]], @"$null", [NSNumber numberWithDouble: 1e300], nil];
  put(@"mixed", mixed, nil);
  put(@"url", [NSURL URLWithString: @"http://a.example/"], nil);
  put(@"dictionary", [NSDictionary dictionaryWithObjectsAndKeys: mixed, @"list", [NSNumber numberWithInt: 7], @"seven", @"x", [NSNumber numberWithInt: 3], nil], nil);
  put(@"set", [NSSet setWithObjects: @"a", [NSNumber numberWithInt: 1], d, nil], nil);
  put(@"date", d, nil);
  put(@"calendardate", [NSCalendarDate date], nil);
  put(@"string", @"text", nil);
  put(@"null", [NSNull null], nil);
  put(@"number", [NSNumber numberWithInt: 5], nil);
  put(@"data", [NSData dataWithBytes: "abc" length: 3], nil);
  put(@"decimal", [NSDecimalNumber decimalNumberWithString: @"1.25"], nil);
  put(@"attributed", [[NSAttributedString alloc] initWithString: @"text"], nil);
  put(@"counted", [NSCountedSet setWithObjects: @"a", @"a", nil], nil);
  put(@"mutable", [NSMutableArray arrayWithObjects: @"a", [NSMutableArray arrayWithObject: @"b"], nil], nil);
  NSMutableArray *ints = [NSMutableArray array];
  long long values[] = {0, 1, 127, 128, 200, 255, 256, 32767, 32768, 40000, 65535, 65536, 2147483647LL, 2147483648LL, 3000000000LL, 4294967295LL, 4294967296LL, 9223372036854775807LL, -1, -128, -129, -32768, -40000, -2147483648LL, -3000000000LL};
  for (int i = 0; i < sizeof values / sizeof values[0]; i++) [ints addObject: [NSNumber numberWithLongLong: values[i]]];
  put(@"integers", ints, nil);
  [ints removeAllObjects];
  [ints addObject: [NSNumber numberWithUnsignedChar: 200]]; [ints addObject: [NSNumber numberWithUnsignedShort: 40000]]; [ints addObject: [NSNumber numberWithUnsignedInt: 3000000000U]]; [ints addObject: [NSNumber numberWithShort: -5]];
  [ints addObject: [NSNumber numberWithFloat: 1.5f]]; [ints addObject: [NSNumber numberWithDouble: 5e-324]]; [ints addObject: [NSNumber numberWithDouble: 1.7976931348623157e308]];
  put(@"numbers", ints, nil);
  NSMutableArray *deep = [NSMutableArray array];
  for (int i = 0; i < 100; i++) deep = [NSMutableArray arrayWithObject: deep];
  put(@"deep", deep, nil);
  NSMutableArray *dates = [NSMutableArray array];
  [dates addObject: [NSDate distantPast]]; [dates addObject: [NSDate distantFuture]]; [dates addObject: [NSDate dateWithTimeIntervalSinceReferenceDate: -1.5]]; [dates addObject: [NSDate dateWithTimeIntervalSinceReferenceDate: 0.123456789]];
  [p drain];
  return 0;
}
