import PersistentObjectsNames
import SwiftSyntax
import Testing

@Suite struct NamingTests {
  @Test(arguments: [
    ("Person", "person"), ("lastName", "last_name"), ("homeURL", "home_url"),
    ("NSDataBox", "ns_data_box"), ("HTTPServer2", "http_server2"), ("URLString", "url_string"),
    ("userIDs", "user_ids"), ("URLs", "urls"), ("URLsOfUser", "urls_of_user"),
    ("sha256Sum", "sha256_sum"), ("SHA256Sum", "sha256_sum"), ("MP3Player", "mp3_player"),
    ("x2", "x2"), ("first_name", "first_name"), ("first_Name", "first_name"),
    ("_hidden", "_hidden"), ("__x", "__x"), ("A", "a"), ("aB", "a_b"), ("ABC", "abc"),
    ("größeÜber", "größe_über"), ("名前", "名前"), ("名前Kana", "名前_kana"),
    ("raw name", "raw_name"), ("isOn", "is_on"), ("iPhone", "i_phone"), ("", ""),
  ])
  func namesColumns(_ swift: String, _ sql: String) {
    #expect(StandardNaming.snakeCase(swift) == sql)
  }

  @Test(arguments: [
    ("lastName", "LastName"), ("x", "X"), ("größe", "Größe"), ("_x", "_x"), ("名前", "名前"),
    ("été", "Été"), ("homeURL", "HomeURL"),
  ])
  func capitalizesTheFirstLetterOfFinders(_ name: String, _ capitalized: String) {
    #expect(Name(generated: name).capitalized == capitalized)
  }

  @Test(arguments: [
    ("Person", "person"), ("URLBox", "urlBox"), ("URL", "url"), ("NSDataBox", "nsDataBox"),
    ("person", "person"), ("P", "p"), ("_X", "_X"),
  ])
  func lowersTheFirstWordOfSnapshots(_ name: String, _ uncapitalized: String) {
    #expect(Name(generated: name).uncapitalized == uncapitalized)
  }

  @Test(arguments: [("`default`", "default"), ("plain", "plain"), ("`raw name`", "raw name")])
  func readsNamesWithoutBackticks(_ source: String, _ text: String) {
    let name = Name(.identifier(source))
    #expect(name.text == text)
    #expect(name.source == source)
  }

  @Test(arguments: [
    ("_x", "_x"), ("_größe", "_größe"), ("_raw name", "`_raw name`"),
    ("_°C", "`_°C`"), ("_5×5", "`_5×5`"), ("_名前2", "_名前2"), ("_e\u{301}", "_e\u{301}"),
  ])
  func putsBackticksWhereGeneratedNamesNeedThem(_ text: String, _ source: String) {
    #expect(Name(generated: text).source == source)
  }

  @Test(arguments: [("age", "_age"), ("object", "object_storage"), ("store", "store_storage")])
  func keepsStorageApartFromGeneratedMembers(_ property: String, _ storage: String) {
    #expect(Generated.storage(of: Name(generated: property)).text == storage)
  }
}
