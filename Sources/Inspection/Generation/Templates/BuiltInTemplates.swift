/// The default templates.
enum BuiltInTemplates {
  static let texts: [String: String] = [
    "machine": machine, "machine-class": machineClass, "person": person,
    "person-class": personClass, "declaration": declaration, "declared-class": declaredClass,
    "members": members, "finders": finders, "support": support, "types": types, "type": type,
    "value": value,
  ]

  static let fileNames = texts.keys.sorted().map { "\($0).template" }.joined(separator: ", ")

  private static let machine = """
    import Foundation
    import PersistentObjects

    {{#scope}}
    extension {{scope}} {
      {{>machine-class}}
    }
    {{/scope}}
    {{^scope}}
    {{>machine-class}}
    {{/scope}}
    {{>finders}}

    """

  private static let machineClass = """
    {{#documentation}}
    ///{{#line}} {{line}}{{/line}}
    {{/documentation}}
    {{#notes}}
    // Note: {{line}}
    {{/notes}}
    {{machineAttribute}} class {{machine}}{{#superclass}}: {{superclass}}{{/superclass}} {
      {{>members}}
    }

    """

  private static let person = """
    import Foundation
    import PersistentObjects

    {{#scope}}
    extension {{scope}} {
      {{>person-class}}
    }
    {{/scope}}
    {{^scope}}
    {{>person-class}}
    {{/scope}}

    """

  private static let personClass = """
    {{#documentation}}
    ///{{#line}} {{line}}{{/line}}
    {{/documentation}}
    {{attribute}} {{#isFinal}}final {{/isFinal}}class {{name}}: {{machine}} {
      // Yours: rules, hooks and methods. This file is not written again.
    }

    """

  private static let declaration = """

    {{#scope}}
    extension {{scope}} {
      {{>declared-class}}
    }
    {{/scope}}
    {{^scope}}
    {{>declared-class}}
    {{/scope}}

    """

  private static let declaredClass = """
    {{#documentation}}
    ///{{#line}} {{line}}{{/line}}
    {{/documentation}}
    {{#notes}}
    // Note: {{line}}
    {{/notes}}
    {{attribute}} {{#isFinal}}final {{/isFinal}}class {{name}}{{#superclass}}: {{superclass}}{{/superclass}} {
      {{>members}}
    }

    """

  private static let members = """
    {{#properties}}
    {{#documentation}}
    ///{{#line}} {{line}}{{/line}}
    {{/documentation}}
    {{#notes}}
    // Note: {{line}}
    {{/notes}}
    {{attribute}}var {{name}}: {{type}}{{#value}} = {{value}}{{/value}}
    {{/properties}}
    {{#hasIndices}}

    private static let indices: [{{indexType}}] = [
    {{#indices}}
      {{index}},
    {{/indices}}
    ]
    {{/hasIndices}}
    {{#hasInitializer}}

    {{#initializer}}
    {{line}}
    {{/initializer}}
    {{/hasInitializer}}

    """

  private static let finders = """
    {{#finders}}
    {{#first}}

    // Finders that give objects of the class that they are called on.
    extension PersistentObject where Self: {{machinePath}} {
    {{/first}}
      /// The objects whose `{{name}}` equals a value, in the main actor's session.
      @{{mainActor}} static func {{finder}}(_ value: {{type}}) throws -> [Self] {
        try find { $0.{{name}} == value }
      }

      /// The objects whose `{{name}}` equals a value.
      static func {{finder}}(_ value: {{type}}, in session: {{session}}) throws -> [Self] {
        try find(in: session) { $0.{{name}} == value }
      }
    {{#isText}}

      /// The objects whose `{{name}}` matches a pattern with `%` and `_`, in the main actor's session.
      @{{mainActor}} static func {{finder}}(matching pattern: {{string}}) throws -> [Self] {
        try find { $0.{{name}}.matches(pattern) }
      }

      /// The objects whose `{{name}}` matches a pattern with `%` and `_`.
      static func {{finder}}(matching pattern: {{string}}, in session: {{session}}) throws -> [Self] {
        try find(in: session) { $0.{{name}}.matches(pattern) }
      }
    {{/isText}}
    {{^last}}

    {{/last}}
    {{#last}}
    }
    {{/last}}
    {{/finders}}

    """

  private static let support = """
    import Foundation
    import PersistentObjects
    {{>types}}

    """

  private static let types = """
    {{#scopes}}

    {{#scope}}
    extension {{scope}} {
      /// Sets the names of classes apart.
      enum {{name}} {}
    }
    {{/scope}}
    {{^scope}}
    /// Sets the names of classes apart.
    enum {{name}} {}
    {{/scope}}
    {{/scopes}}
    {{#types}}

    {{#scope}}
    extension {{scope}} {
      {{>type}}
    }
    {{/scope}}
    {{^scope}}
    {{>type}}
    {{/scope}}
    {{/types}}
    {{#values}}

    {{#scope}}
    extension {{scope}} {
      {{>value}}
    }
    {{/scope}}
    {{^scope}}
    {{>value}}
    {{/scope}}
    {{/values}}

    """

  private static let value = """
    {{#isEnum}}
    /// A value in several columns, of which each case has its own.
    {{attribute}} enum {{name}}: Swift.Hashable {
      {{#cases}}
      {{case}}
      {{/cases}}
    }
    {{/isEnum}}
    {{#isStruct}}
    /// A value in several columns.
    {{attribute}} struct {{name}}: Swift.Hashable {
      {{#properties}}
      {{attribute}}var {{name}}: {{type}}{{#value}} = {{value}}{{/value}}
      {{/properties}}
    }
    {{/isStruct}}
    {{#codecName}}
    /// A value as the codec {{codecName}} stores it.
    struct {{name}}: Swift.Hashable, PersistentObjects.Embeddable {
      {{#properties}}
      var {{name}}: {{type}}
      {{/properties}}

      static var compositeCodec: Codec { Codec() }

      {{#codec}}
      {{line}}
      {{/codec}}
    }
    {{/codecName}}

    """

  private static let type = """
    /// A value as the codec {{codecName}} stores it.
    struct {{name}}: Swift.Hashable, Swift.Sendable, PersistentObjects.ColumnStorable {
      var value: {{type}}

      static var columnCodec: some PersistentObjects.ColumnCodec<{{name}}> {
        let codec = {{codec}}
        return codec.map(codec.identifier, to: { {{name}}(value: $0) }, from: { $0.value })
      }
    }

    """
}
