extension ClassModel {
  /// All members that `@Persistent` adds to the class.
  var members: [String] {
    if isRefused { return memberwiseInitMembers }
    let own = storage + [objectMember, deinitMember].compactMap(\.self)
    let entity = [entityMember, ownEntityMember, makeEntityMember, exchangeValueMember]
      .compactMap(\.self)
    if addsNothing { return own + entity + loadingInitMembers }
    return own + [indexMember].compactMap(\.self) + [propertyCountMember, keyPathsMember] + entity
      + loadingInitMembers + [storeMember] + memberwiseInitMembers + finders + snapshotMembers
      + [reservedMembers].compactMap(\.self)
  }

  private var storage: [String] {
    properties.filter(\.hasStorage).map(\.storageDeclaration)
  }
}
