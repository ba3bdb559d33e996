@Persistent class Person {
  #if DEBUG
    var name: String
// expected-error@9 {{a persistent property cannot be inside '#if', since the table would depend on it; move 'name' out or add '@Transient'}}
    var computed: Int { 1 }
  #elseif os(Linux)
    var age = 1
// expected-error@9 {{a persistent property cannot be inside '#if', since the table would depend on it; move 'age' out or add '@Transient'}}
    #if FOO
      var deep = 1
// expected-error@11 {{a persistent property cannot be inside '#if', since the table would depend on it; move 'deep' out or add '@Transient'}}
    #endif
  #endif
}
@Persistent class Entry {
  var text: String
  #if DEBUG
    static var store: Store { Stores.log }
// expected-error@16 {{generated code refers to 'store' whatever branch of '#if' is active; declare it in all of them, with an '#else', or put the '#if' inside it}}
    static let rules: [Rule<Entry>] = []
// expected-error@16 {{generated code refers to 'rules' whatever branch of '#if' is active; declare it in all of them, with an '#else', or put the '#if' inside it}}
    func willSave() {}
// expected-warning@10 {{generated code uses 'try' for 'willSave', since it throws in another branch of '#if'; let it throw in all of them}}
    func note() {}
  #elseif os(Linux)
    func willSave() {}
// expected-warning@10 {{generated code uses 'try' for 'willSave', since it throws in another branch of '#if'; let it throw in all of them}}
    func didLoad() {}
// expected-error@10 {{generated code refers to 'didLoad' whatever branch of '#if' is active; declare it in all of them, with an '#else', or put the '#if' inside it}}
  #else
    #if FOO
      func willSave() throws {}
    #else
      func willSave() {}
// expected-warning@12 {{generated code uses 'try' for 'willSave', since it throws in another branch of '#if'; let it throw in all of them}}
    #endif
    static let indices: [Index<Entry>] = []
// expected-error@16 {{generated code refers to 'indices' whatever branch of '#if' is active; declare it in all of them, with an '#else', or put the '#if' inside it}}
  #endif
}
@Persistent class Note: Entry {
  var page: Int
  #if DEBUG
    override func willSave() throws {}
    func didSave() {}
// expected-error@10 {{generated code refers to 'didSave' whatever branch of '#if' is active; declare it in all of them, with an '#else', or put the '#if' inside it}}
  #endif
}
