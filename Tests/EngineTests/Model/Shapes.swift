import PersistentObjects
import TestSupport

// Classes without tables: at the root, between classes with tables, and as targets of references.

@Persistent(abstract: true) class Shape {
  var name: String
  var sides: Int = 0
  var inside: Shape?
  var notes: [String] = []
  @Column(.version) var version: Int
  @Transient var life = Lifetime()
  private static let indices: [Index<Shape>] = [.unique(\.name)]
  private static let rules: [Rule<Shape>] = [.notEmpty(\.name)]
}

@Persistent final class Circle: Shape {
  @Column(onDelete: .cascade) var drawing: Drawing?
  var radius: Double = 1

  init(_ name: String, in drawing: Drawing? = nil, inside: Shape? = nil) {
    self.drawing = drawing
    super.init(name: name, inside: inside)
  }
}

/// A class between one without a table and one that adds no properties.
@Persistent(abstract: true) class Polygon: Shape {}

@Persistent class Square: Polygon {
  @Transient var saves = 0

  func didSave() { saves += 1 }
}

/// Has the properties of two abstract classes and of a class with a table.
@Persistent(abstract: true) class Coloured: Square {
  var colour: String

  init(_ name: String, colour: String) {
    self.colour = colour
    super.init(name: name, sides: 4)
  }
}

@Persistent final class Tile: Coloured {}

@Persistent final class Drawing {
  var title: String
  var main: Shape?
  var shapes: [Shape] = []
  @Transient var life = Lifetime()
}

/// A class with a required reference.
@Persistent final class Frame {
  var content: Shape
  @Transient var life = Lifetime()
}

/// A class without a table on both sides of a relation.
@Persistent(abstract: true) class Pupil {
  var name: String
  var teacher: Teacher?
  @Transient var life = Lifetime()
}

@Persistent final class Novice: Pupil {}
@Persistent final class Adept: Pupil {}

@Persistent(abstract: true) class Teacher {
  var name: String
  @Inverse(\Pupil.teacher) var pupils: [Pupil]
  @Transient var life = Lifetime()
}

@Persistent final class Master: Teacher {}
