@Persistent final class Book {
  @Column(onDelete: .cascade) var author: Author
  @Column("pages", onDelete: DeleteRule.restrict, deletesTargets: true) var chapters: [Chapter] = []
  @Column(onDelete: nil) var cover: Cover?
}
