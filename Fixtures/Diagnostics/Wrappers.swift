@Persistent class Person {
  @Published var name: String
// expected-error@3 {{'@Published' on a persistent property would give one storage two owners; remove it or add '@Transient'}}
// fix-it {{remove '@Published'}}
// |   var name: String
// fix-it {{add '@Transient'}}
// |   @Transient @Published var name: String
  @SwiftUI.State private var age = 1
// expected-error@3 {{'@SwiftUI.State' on a persistent property would give one storage two owners; remove it or add '@Transient'}}
// fix-it {{remove '@SwiftUI.State'}}
// |   private var age = 1
// fix-it {{add '@Transient'}}
// |   @Transient @SwiftUI.State private var age = 1
  @MainActor var title: String
// expected-error@3 {{'@MainActor' on a persistent property would give one storage two owners; remove it or add '@Transient'}}
// fix-it {{remove '@MainActor'}}
// |   var title: String
// fix-it {{add '@Transient'}}
// |   @Transient @MainActor var title: String
  @available(*, deprecated) var fine: Int
}
