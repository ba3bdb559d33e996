extension ClassModel {
  /// All members that `@Persistent` adds to the class.
  var members: [String] {
    [objectMember, deinitMember].compactMap(\.self)
      + [
        firstPropertyMember, propertyCountMember, keyPathsMember, entityMember, ownEntityMember,
      ]
      + loadingInitMembers + [storeMember] + memberwiseInitMembers + finders + snapshotMembers
  }
}
