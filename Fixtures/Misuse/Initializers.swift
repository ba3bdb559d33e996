// Calls of generated initializers that lack arguments. A line that ends in "// error" must not compile;
// all others must. What follows the word is part of the message.

import PersistentObjects

@Persistent final class Shelf {
  var name: String
  var width: Int = 80
}

@Persistent class Cupboard {
  var name: String
  var shelf: Shelf?
}

@Persistent final class Wardrobe: Cupboard {
  var height: Int

  init(height: Int) {
    self.height = height
    super.init(name: "")
  }
}

func makes() {
  _ = Shelf(name: "a")
  _ = Shelf()  // error: missing argument for parameter 'name'
  _ = Shelf(width: 90)  // error: missing argument for parameter 'name'
  _ = Cupboard()  // error: missing argument for parameter 'name'
  _ = Wardrobe()  // error: missing argument for parameter 'height'
}
