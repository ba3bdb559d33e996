extension ClassModel {
  /// All members that `@Persistent` adds to the class.
  var members: [String] {
    let own = [objectMember, deinitMember].compactMap(\.self)
    let entity = [entityMember, ownEntityMember]
    if addsNothing { return own + entity + loadingInitMembers }
    return own + [firstPropertyMember, propertyCountMember, keyPathsMember] + entity
      + loadingInitMembers + [storeMember] + memberwiseInitMembers + finders + snapshotMembers
  }
}
