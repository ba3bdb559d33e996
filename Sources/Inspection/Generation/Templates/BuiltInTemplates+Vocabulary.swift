extension BuiltInTemplates {
  /// The vocabularies of the templates that are not part of other templates.
  static let vocabularies: [String: [String: TemplateVocabulary]] = [
    "machine": ofClass, "person": ofClass, "declaration": ofClass, "support": ofSupport,
  ]

  private static let ofProperty: [String: TemplateVocabulary] = [
    "name": .text, "type": .text, "attribute": .text, "value": .text, "documentation": .lines,
    "notes": .lines, "finder": .text, "isText": .flag,
  ]

  private static let ofClass: [String: TemplateVocabulary] = [
    "name": .text, "machine": .text, "machinePath": .text, "scope": .text, "table": .text,
    "machineAttribute": .text, "attribute": .text, "superclass": .text, "isFinal": .flag,
    "documentation": .lines, "notes": .lines, "properties": .list(ofProperty), "hasIndices": .flag,
    "indices": .list(["index": .text]), "indexType": .text, "hasInitializer": .flag,
    "initializer": .lines, "finders": .list(ofProperty), "session": .text, "mainActor": .text,
    "string": .text,
  ]

  private static let ofSupport: [String: TemplateVocabulary] = [
    "scopes": .list(["name": .text, "scope": .text]),
    "types": .list([
      "name": .text, "type": .text, "codec": .text, "codecName": .text, "scope": .text,
    ]),
    "values": .list([
      "name": .text, "scope": .text, "attribute": .text, "isStruct": .flag, "isEnum": .flag,
      "codecName": .text, "codec": .lines, "properties": .list(ofProperty),
      "cases": .list(["case": .text]),
    ]),
  ]
}
