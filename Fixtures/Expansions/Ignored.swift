@Persistent class Ignored {
  var doubled: Int { 2 }
  var both: Int { get { 1 } set { print(newValue) } }
  static var shared = 1
  class var overridable: Int { 1 }
  @Transient let constant = 1
  @Transient lazy var slow = 1
  @Transient weak var delegate: Ignored?
  @Transient @Published var wrapped = 1
  @Transient var observed: Int? { didSet { print(1) } }
  #if DEBUG
    @Transient var cache = 1
    static let indices: [Index<Ignored>] = []
    func willSave() throws {}
    static var store: Store { get throws { try Stores.notes } }
  #else
    func willSave() throws {}
    static var store: Store { get throws { try Stores.log } }
    static let indices: [Index<Ignored>] = [[\.doubled]]
  #endif
}
