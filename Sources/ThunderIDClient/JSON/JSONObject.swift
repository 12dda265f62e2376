/// An ordered JSON object: members stand in the order they were written, and keys are told apart by their bytes.
public struct JSONObject: Sendable, Hashable, Sequence {
  /// One member.
  public typealias Element = (key: String, value: JSONValue)

  private struct Member: Sendable, Hashable {
    var key: String
    var value: JSONValue

    static func == (a: Member, b: Member) -> Bool { a.key.hasSameBytes(as: b.key) && a.value == b.value }
    func hash(into hasher: inout Hasher) {
      hasher.combine(JSONValue.string(key))
      hasher.combine(value)
    }
  }

  private var members: [Member] = []

  /// An object without members.
  public init() {}

  /// An object of these members; a later member replaces an earlier one of the same key.
  public init(_ elements: some Sequence<(String, JSONValue)>) {
    for (key, value) in elements { self[key] = value }
  }

  /// How many members there are.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
  /// The keys in order.
  public var keys: [String] { members.map(\.key) }
  /// The values in order.
  public var values: [JSONValue] { members.map(\.value) }

  /// The value of a key. Setting keeps the member's place, appends a new one, and removes it when set to nil.
  public subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a member at the end without looking for its key: the caller knows that it is new.
  package mutating func appendUnchecked(_ key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
  }

  package mutating func reserveCapacity(_ capacity: Int) { members.reserveCapacity(capacity) }

  /// The members in order.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through the members in order.
  public struct Iterator: IteratorProtocol {
    private var base: IndexingIterator<[Member]>

    // The members' type is this object's own.
    fileprivate init(_ object: JSONObject) { base = object.members.makeIterator() }

    /// The next member; nil after the last.
    public mutating func next() -> Element? { base.next().map { ($0.key, $0.value) } }
  }

  /// What `body` makes of the value of a key, without taking the value out; nil where there is no such member.
  package func withValue<Result>(of key: String, _ body: (JSONValue) -> Result) -> Result? {
    for index in members.indices where members[index].key.hasSameBytes(as: key) { return body(members[index].value) }
    return nil
  }

  /// Whether every member of `other` is here too: objects as far as they go, everything else exactly.
  func holds(_ other: JSONObject) -> Bool {
    other.members.allSatisfy { member in
      guard let index = index(of: member.key) else { return false }
      return members[index].value.holds(member.value)
    }
  }

  private func index(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// An object of these members; a later member replaces an earlier one of the same key.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
