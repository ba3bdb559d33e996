// Made by Tools/make-classes: classes that differ only in their names.

import PersistentObjects

@Persistent final class Class1: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class2: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class3: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class4: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class5: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class6: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class7: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class8: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class9: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class10: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class11: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class12: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class13: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class14: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class15: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class16: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class17: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class18: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class19: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class20: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class21: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class22: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class23: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class24: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class25: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class26: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class27: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class28: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class29: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class30: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class31: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class32: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class33: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class34: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class35: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class36: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class37: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class38: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class39: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class40: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class41: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class42: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class43: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class44: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class45: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class46: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class47: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class48: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class49: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class50: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class51: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class52: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class53: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class54: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class55: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class56: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class57: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class58: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class59: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class60: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class61: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class62: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class63: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class64: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class65: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class66: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class67: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class68: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class69: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class70: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class71: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class72: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class73: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class74: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class75: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class76: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class77: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class78: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class79: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class80: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class81: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class82: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class83: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class84: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class85: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class86: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class87: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class88: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class89: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class90: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class91: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class92: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class93: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class94: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class95: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class96: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class97: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class98: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class99: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

@Persistent final class Class100: SmallObject {
  var number: Int = 0
  var name: String = ""
  var weight: Double = 0
  var note: String?

  init() {}
}

let hundredClasses: [any SmallObject.Type] = [
  Class1.self,
  Class2.self,
  Class3.self,
  Class4.self,
  Class5.self,
  Class6.self,
  Class7.self,
  Class8.self,
  Class9.self,
  Class10.self,
  Class11.self,
  Class12.self,
  Class13.self,
  Class14.self,
  Class15.self,
  Class16.self,
  Class17.self,
  Class18.self,
  Class19.self,
  Class20.self,
  Class21.self,
  Class22.self,
  Class23.self,
  Class24.self,
  Class25.self,
  Class26.self,
  Class27.self,
  Class28.self,
  Class29.self,
  Class30.self,
  Class31.self,
  Class32.self,
  Class33.self,
  Class34.self,
  Class35.self,
  Class36.self,
  Class37.self,
  Class38.self,
  Class39.self,
  Class40.self,
  Class41.self,
  Class42.self,
  Class43.self,
  Class44.self,
  Class45.self,
  Class46.self,
  Class47.self,
  Class48.self,
  Class49.self,
  Class50.self,
  Class51.self,
  Class52.self,
  Class53.self,
  Class54.self,
  Class55.self,
  Class56.self,
  Class57.self,
  Class58.self,
  Class59.self,
  Class60.self,
  Class61.self,
  Class62.self,
  Class63.self,
  Class64.self,
  Class65.self,
  Class66.self,
  Class67.self,
  Class68.self,
  Class69.self,
  Class70.self,
  Class71.self,
  Class72.self,
  Class73.self,
  Class74.self,
  Class75.self,
  Class76.self,
  Class77.self,
  Class78.self,
  Class79.self,
  Class80.self,
  Class81.self,
  Class82.self,
  Class83.self,
  Class84.self,
  Class85.self,
  Class86.self,
  Class87.self,
  Class88.self,
  Class89.self,
  Class90.self,
  Class91.self,
  Class92.self,
  Class93.self,
  Class94.self,
  Class95.self,
  Class96.self,
  Class97.self,
  Class98.self,
  Class99.self,
  Class100.self,
]
