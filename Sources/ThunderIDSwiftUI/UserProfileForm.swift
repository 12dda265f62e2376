import Observation
import ThunderID

#if canImport(Combine)
  import Combine
#endif

/// The state of a form over the signed-in user's profile: it loads, holds the edited values and saves.
@MainActor @Observable
public final class UserProfileForm {
  /// The editable fields.
  public enum Field: String, CaseIterable, Sendable {
    case displayName
    case phoneNumbers
  }

  /// The profile as loaded or saved last; nil before.
  public private(set) var profile: UserProfile?
  /// The edited texts; several phone numbers are separated by commas.
  public var values: [Field: String] = [:]
  /// Whether a load or save is under way.
  public private(set) var isLoading = false
  /// Why the last load or save failed, for people.
  public private(set) var error: String?

  @ObservationIgnored private let client: ThunderIDClient

  /// A form over the profile of the client's signed-in user.
  public init(client: ThunderIDClient) { self.client = client }

  /// Loads the profile and fills in the fields; true where it succeeded.
  @discardableResult
  public func load() async -> Bool {
    await attempt { try await $0.getUserProfile() }
  }

  /// Saves the edited fields; true where it succeeded. Nothing is sent before a load succeeded.
  @discardableResult
  public func save() async -> Bool {
    guard var edited = profile else { return false }
    edited.displayName = values[.displayName].flatMap { $0.isEmpty ? nil : $0 }
    edited.phoneNumbers = (values[.phoneNumbers] ?? "").split(separator: ",").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
    return await attempt { try await $0.updateUserProfile(edited) }
  }

  private func attempt(_ work: (ThunderIDClient) async throws -> UserProfile) async -> Bool {
    announce()
    isLoading = true
    defer {
      announce()
      isLoading = false
    }
    do {
      let current = try await work(client)
      profile = current
      values = [
        .displayName: current.displayName ?? "", .phoneNumbers: current.phoneNumbers.joined(separator: ", "),
      ]
      error = nil
      return true
    } catch {
      self.error = ThunderIDError(wrapping: error).message
      return false
    }
  }

  private func announce() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }
}

#if canImport(Combine)
  extension UserProfileForm: ObservableObject {}
#endif
