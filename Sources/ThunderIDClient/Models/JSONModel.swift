/// A record of the server as typed properties over the JSON that it came in.
///
/// What the properties don't know stays in ``fields`` untouched: reading, editing and writing a record never drops or
/// alters a field that was not edited.
public protocol JSONModel: Sendable, Hashable {
  /// Every field, in the order it came, whether a property knows it or not.
  var fields: JSONObject { get }

  /// A record from JSON.
  ///
  /// - Throws: ``ThunderIDError`` with `.invalidInput` where the value is no object or a required field is missing.
  init(json: JSONValue) throws
}

extension JSONModel {
  /// The record as JSON.
  public var json: JSONValue { .object(fields) }
}

/// A record whose fields may be edited.
public protocol EditableModel: JSONModel {
  /// Every field, in the order it came, whether a property knows it or not.
  var fields: JSONObject { get set }
}

/// A record that the server lists.
public protocol ListedModel: EditableModel {
  /// The name of the rows in a list.
  static var listKey: String { get }
}

extension JSONObject {
  /// The members but those of these names.
  func without(_ names: Set<String>) -> JSONObject {
    var rest = self
    for name in names { rest[name] = nil }
    return rest
  }

  /// The object in a value.
  ///
  /// - Parameter required: the names of fields that must be texts.
  init(_ json: JSONValue, of kind: String, required: [String] = []) throws {
    guard case .object(let object) = json else {
      throw ThunderIDError(code: .invalidInput, message: "\(kind) must be a JSON object")
    }
    for name in required where object[string: name] == nil {
      throw ThunderIDError(code: .invalidInput, message: "\(kind) has no text in its field \"\(name)\"")
    }
    self = object
  }

  subscript(string key: String) -> String? {
    get { self[key]?.stringValue }
    set { self[key] = newValue.map(JSONValue.string) }
  }

  subscript(bool key: String) -> Bool? {
    get { self[key]?.boolValue }
    set { self[key] = newValue.map(JSONValue.bool) }
  }

  subscript(int key: String) -> Int? {
    get { self[key]?.intValue }
    set { self[key] = newValue.map { .number(JSONNumber($0)) } }
  }

  subscript(object key: String) -> JSONObject? {
    get { self[key]?.objectValue }
    set { self[key] = newValue.map(JSONValue.object) }
  }

  /// A list of texts; nil where it is absent or holds anything else.
  subscript(strings key: String) -> [String]? {
    get {
      guard let elements = self[key]?.arrayValue else { return nil }
      let texts = elements.compactMap(\.stringValue)
      return texts.count == elements.count ? texts : nil
    }
    set { self[key] = newValue.map { .array($0.map(JSONValue.string)) } }
  }

  subscript<Model: JSONModel>(model key: String) -> Model? {
    get { self[key].flatMap { try? Model(json: $0) } }
    set { self[key] = newValue?.json }
  }

  /// A list of records; nil where it is absent or holds anything else.
  subscript<Model: JSONModel>(models key: String) -> [Model]? {
    get { self[key]?.arrayValue.flatMap { elements in try? elements.map { try Model(json: $0) } } }
    set { self[key] = newValue.map { .array($0.map(\.json)) } }
  }
}
