public import PersistentObjectsEngine
public import PersistentObjectsSQLite

extension StoreDirectory {
  /// Makes a directory of stores in SQLite files, one for each name, in a folder that is created if
  /// it is missing.
  ///
  /// The file of `acme` is `acme.sqlite3`. A name may be any text. Characters other than lower-case
  /// ASCII letters, digits, `-` and `_` are escaped as in URIs, `%41` for `A`, so that no two names
  /// share a file, whatever the file system. Throws `cannotOpen` for an empty name, and for a name
  /// whose file name would be longer than 247 bytes.
  ///
  /// A relative folder is resolved against the current folder now, so that a name means the same
  /// file even if the process changes its folder. With an empty one, each store is `cannotOpen`.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files.
  ///   - sqlite: the settings of each file; its path is ignored.
  ///   - configuration: the choices of each store.
  ///   - limits: how many stores stay open, and for how long.
  public convenience init(
    folder: String, sqlite: SQLiteConfiguration = SQLiteConfiguration(path: ""),
    configuration: StoreConfiguration = StoreConfiguration(codecs: .standard),
    limits: Limits = Limits()
  ) {
    let folder = NewFile.absolutePath(of: folder)
    self.init(limits: limits) { name in
      if folder.isEmpty { throw Self.emptyFolder }
      var sqlite = sqlite
      sqlite.location = .file("\(folder)/\(try Self.fileName(of: name))")
      return try Store(sqlite, configuration: configuration)
    }
  }

  private static var emptyFolder: PersistenceError {
    PersistenceError(
      .cannotOpen,
      "The folder of a store directory must not be empty; name one, or “.” for the current folder.")
  }

  private static func fileName(of name: String) throws -> String {
    let file = name.utf8.map(escaped).joined() + ".sqlite3"
    if !name.isEmpty && file.utf8.count <= longestFileName { return file }
    throw PersistenceError(
      .cannotOpen,
      name.isEmpty
        ? "The name of a store in a directory must not be empty."
        : "The name of a store is too long for a file: “\(name.prefix(40))…” takes \(file.utf8.count) bytes, of "
          + "at most \(longestFileName)."
    )
  }

  /// The maximum number of bytes of a file's name. File systems take 255, and SQLite adds up to
  /// eight for its companion files.
  private static let longestFileName = 247

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case 0x30...0x39, 0x61...0x7a, 0x2d, 0x5f: String(UnicodeScalar(byte))
    default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
