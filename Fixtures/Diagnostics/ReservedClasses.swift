@Persistent final class Data {
// expected-error@25 {{'Data' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
  var name: String
}
@Persistent class Snapshot {}
// expected-error@19 {{'Snapshot' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
enum Shop {
  @Persistent class Data {}
  @Persistent class Swift {}
// expected-error@21 {{'Swift' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
}
@Persistent class `PersistentObjects` {}
// expected-error@19 {{'PersistentObjects' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
@Persistent class _Index {}
// expected-error@19 {{'_Index' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
@Persistent class _Subclass {}
// expected-error@19 {{'_Subclass' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
@Persistent class _Value {}
// expected-error@19 {{'_Value' is the name of another type in the code that '@Persistent' reads or writes; give the class another name, and name its table as you like with '@Persistent(table:)'}}
