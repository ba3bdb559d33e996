// Prints random instants, in milliseconds since 1970, and what GNUstep's date formatter makes of them:
// the first 400 lines for some zones are beside. Usage: make-dates ZONE
#import <Foundation/Foundation.h>

int main(int c, char **v)
{
  NSAutoreleasePool *p = [NSAutoreleasePool new];
  [NSTimeZone setDefaultTimeZone: [NSTimeZone timeZoneWithName: [NSString stringWithUTF8String: v[1]]]];
  NSDateFormatter *f = [NSDateFormatter new]; [f setDateFormat: @"yyyy-MM-dd HH:mm:ss.SSSS"];
  srandom(42);
  for (int i = 0; i < 6000; i++) {
    double span = i % 3 == 0 ? 6.3e10 : i % 3 == 1 ? 4e9 : 1.2e9;
    long long ms = (long long)((random() / 2147483648.0 - (i % 3 == 0 ? 0.98 : i % 3 == 1 ? 0.9 : 0)) * span * 1000.0);
    if (i % 3 == 0 && ms < -62100000000000LL) continue;
    NSDate *d = [NSDate dateWithTimeIntervalSince1970: ms / 1000.0];
    printf("%lld|%s\n", ms, [[f stringFromDate: d] UTF8String]);
  }
  [p drain]; return 0;
}
