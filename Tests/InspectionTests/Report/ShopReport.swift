import PersistentObjectsInspection

@testable import PersistentObjectsReport

/// A report on a file of sixty classes such as a program might have, for people and browsers to
/// look at.
///
/// Each line describes a class: its name, superclass and objects, then its properties: `name:kind`,
/// `name>Class` (a reference), `name*Class` (a collection of references), `name[]`, `name{}`,
/// `name[:]` (collections of values).
enum ShopReport {
  static let lines = """
    Party - 8412 name:text email:text createdAt:date tags{}
    Person Party 7321 firstName:text lastName:text birthdate:date photo:blob nickNames[] friends*Person
    Company Party 1091 registration:text employees:int website:text
    Customer Person 6980 number:text since:date credit:decimal segment>Segment
    Employee Person 341 salary:decimal hiredAt:date boss>Employee department>Department
    Supplier Company 212 rating:double terms:text contacts*Person
    Segment - 12 name:text discount:double rules[:]
    Department - 18 name:text manager>Employee costCentre:text parent>Department
    Address - 15220 street:text city:text postcode:text country>Country party>Party
    Country - 249 name:text code:text population:int languages[]
    Region - 31 name:text countries*Country
    Order - 48210 number:text placedAt:date customer>Customer shipTo>Address status:text
    OrderLine - 163877 order>Order product>Product quantity:int price:decimal
    Invoice - 47102 number:text order>Order issuedAt:date total:decimal currency>Currency
    Payment - 46015 invoice>Invoice amount:decimal method>PaymentMethod paidAt:date
    PaymentMethod - 9 name:text fee:decimal
    Refund Payment 812 reason:text approvedBy>Employee
    Currency - 34 code:text name:text digits:int rates[:]
    Product - 9120 name:text sku:text price:decimal category>Category weight:double image:blob
    Variant Product 21044 colour:text size:text
    Bundle Product 310 parts*Product
    Category - 214 name:text parent>Category path:text
    Brand - 388 name:text owner>Company logo:blob
    Attribute - 96 name:text unit:text values[]
    PriceList - 22 name:text currency>Currency prices[:] validFrom:date
    Discount - 640 code:text percent:double from:date until:date categories*Category
    Warehouse - 7 name:text address>Address capacity:int
    Shelf - 5210 code:text warehouse>Warehouse level:int
    StockItem - 31277 product>Product shelf>Shelf quantity:int countedAt:date
    Movement - 402113 item>StockItem quantity:int at:date by>Employee
    Delivery - 39002 order>Order carrier>Carrier trackingNumber:text sentAt:date
    Carrier Company 14 trackingURL:text
    Parcel - 51020 delivery>Delivery weight:double items*StockItem
    Return - 2210 order>Order parcel>Parcel reason:text receivedAt:date
    PurchaseOrder - 5120 supplier>Supplier number:text orderedAt:date approvedBy>Employee
    PurchaseLine - 20411 order>PurchaseOrder product>Product quantity:int cost:decimal
    Review - 12044 product>Product author>Customer stars:int text:text
    Question - 3102 product>Product author>Customer text:text answers[]
    Wishlist - 4410 owner>Customer products*Product name:text
    Cart - 1280 customer>Customer lines[:] changedAt:date
    Coupon - 9211 code:text discount>Discount usedBy>Customer usedAt:date
    Campaign - 76 name:text segments*Segment from:date until:date budget:decimal
    Newsletter - 310 campaign>Campaign subject:text html:text sentAt:date
    Subscription - 18220 customer>Customer newsletter:text since:date
    Ticket - 7120 customer>Customer subject:text openedAt:date assignee>Employee state:text
    Message - 28110 ticket>Ticket author>Party text:text sentAt:date attachments*Attachment
    Attachment - 4410 name:text mediaType:text data:blob
    Note - 6022 about>Party author>Employee text:text
    Task - 2120 title:text assignee>Employee dueAt:date done:bool
    Shift - 14002 employee>Employee from:date until:date warehouse>Warehouse
    Absence - 1190 employee>Employee kind:text from:date until:date
    Contract - 402 party>Party text:text signedAt:date pages[]
    TaxRate - 88 country>Country percent:double name:text
    Account - 412 number:text name:text kind:text
    Booking - 201933 debit>Account credit>Account amount:decimal at:date invoice>Invoice
    Holiday - 310 date:date name:text
    Translation - 52110 key:text language:text text:text
    Setting - 64 key:text value:text
    AuditEntry - 611020 at:date user:text action:text details[:]
    Migration - 27 name:text appliedAt:date
    """

  static var content: ReportContent {
    var generator = SeededGenerator(seed: 15)
    var classes = lines.split(separator: "\n").map { declared(String($0)) }
    for number in classes.indices {
      classes[number].columns = classes[number].columns.map {
        filled($0, rows: classes[number].rows, &generator)
      }
      classes[number].samples = (0..<min(12, classes[number].rows)).map {
        ShopObjects.object(number: $0, of: classes[number], in: classes, &generator)
      }
    }
    return report(on: classes)
  }

  private static func report(on classes: [ReportClass]) -> ReportContent {
    let rows = classes.reduce(0) { $0 + $1.rows }
    let bytes = classes.reduce(0) { $0 + ($1.bytes ?? 0) }
    return ReportContent(
      title: "shop.store",
      remarks: [
        "/srv/shop/data/shop.store",
        "Read on 22 November 2026 at 09:30 UTC by persist 1.0, with SQLite 3.40.1",
      ],
      figures: [
        ReportFigure(name: "Objects", value: .count(rows), note: "of 60 classes"),
        ReportFigure(
          name: "File", value: .bytes(bytes + 18_400_000), note: "131,204 pages of 4,096 bytes"),
        ReportFigure(name: "Tables", value: .bytes(bytes)),
        ReportFigure(name: "Indices", value: .bytes(14_210_000), note: "88 of them"),
        ReportFigure(name: "Log", value: .bytes(4_190_000), note: "not yet in the file"),
        ReportFigure(name: "Free pages", value: .share(0.0132), note: "1,732 pages"),
        ReportFigure(name: "References", value: .count(1_204_119), note: "all lead to objects"),
        ReportFigure(name: "Codecs", value: .count(17), note: "15 standard, 2 of the program"),
      ],
      settings: [
        ReportFigure(name: "journal_mode", value: .text("wal")),
        ReportFigure(name: "page_size", value: .bytes(4096)),
        ReportFigure(name: "auto_vacuum", value: .text("incremental")),
        ReportFigure(name: "encoding", value: .text("UTF-8")),
        ReportFigure(name: "user_version", value: .count(7)),
        ReportFigure(name: "application_id", value: .text("0x50657273"), note: "“Pers”"),
        ReportFigure(name: "foreign_keys", value: .text("on")),
      ], check: check(of: classes), classes: classes)
  }

  private static func check(of classes: [ReportClass]) -> ReportCheck {
    ReportCheck(
      verdict: .flawed, scope: "All cells of 60 classes were read by their codecs.",
      findings: [
        ReportFinding(
          severity: .error, table: "order_line", key: "20117",
          object: ReportLink(className: "OrderLine", key: "3"),
          text: "“product” refers to Product 9121, which does not exist.",
          remedy: "Set it to NULL or delete the object: persist repair --references"),
        ReportFinding(
          severity: .warning, table: "person_nick_names", key: "7311",
          text: "The positions of Person 7311 are 0, 1, 3.", remedy: "Save the object once."),
        ReportFinding(
          severity: .unknown, table: "attachment",
          text: "“data” is written by “sealed-box 2”, which is not known here.",
          remedy: "Check with the program that has the codec."),
      ],
      examined: classes.map { ReportExamination(name: $0.name, objects: $0.rows, total: $0.rows) })
  }

  private static func declared(_ line: String) -> ReportClass {
    let words = line.split(separator: " ").map(String.init)
    let rows = Int(words[2]) ?? 0
    var declared = ReportClass(
      name: words[0], table: words[0].snakeCased,
      superclass: words[1] == "-" ? nil : words[1], rows: rows)
    for word in words.dropFirst(3) { ShopProperties.add(word, to: &declared) }
    declared.bytes = rows * (40 + declared.columns.count * 14)
    declared.indices = declared.columns.prefix(2).map {
      ReportIndex(
        name: "\(declared.table)_\($0.column)", columns: [$0.column],
        isUnique: $0.property == "number", bytes: rows * 22)
    }
    return declared
  }

  private static func filled(
    _ column: ReportColumn, rows: Int, _ generator: inout SeededGenerator
  ) -> ReportColumn {
    var column = column
    column.statistics = ShopStatistics.of(column, rows: rows, &generator)
    return column
  }
}

extension String {
  /// The name of a table: "order_line" for "OrderLine".
  var snakeCased: String {
    reduce(into: "") { name, letter in
      if letter.isUppercase, !name.isEmpty { name += "_" }
      name += letter.lowercased()
    }
  }
}
