import Foundation
import PersistentObjectsInspection

/// The frame around the sections: head, navigation and end.
struct PageFrame {
  /// The maximum number of classes that the navigation lists.
  static let maximumClasses = 400

  /// The file's name.
  let title: String

  /// The page up to its navigation.
  var head: HTML {
    """
    <!DOCTYPE html>
    <html lang='en'>
    <head>
    <meta charset='utf-8'>
    <meta http-equiv='Content-Security-Policy' content="\(Self.policy)">
    <meta name='viewport' content='width=device-width, initial-scale=1'>
    <meta name='referrer' content='no-referrer'>
    <meta name='color-scheme' content='light dark'>
    <meta name='generator' content='persist report'>
    <link rel='icon' href='data:,'>
    <title>\(title)</title>
    <style>\(Self.style)</style>
    <script>\(Self.script)</script>
    </head>
    <body>
    <a class='skip' href='#report'>Skip to the report</a>

    """
  }

  /// Returns the header of the page with the navigation.
  func navigation(
    _ sections: [(anchor: String, title: String)], classes: [ReportClass], anchors: ReportAnchors
  ) -> HTML {
    var html: HTML = """
      <header class='side'>
      <p class='brand'>persist <b>report</b></p>
      \(Self.tools)<nav aria-label='Contents'>
      <ul class='sections'>

      """
    html.each(sections) { "<li><a href='#\($0.anchor)'>\($0.title)</a></li>\n" }
    html += "</ul>\n\(list(of: classes, anchors))</nav>\n</header>\n"
    html += "<main id='report' tabindex='-1'>\n"
    return html
  }

  private func list(of classes: [ReportClass], _ anchors: ReportAnchors) -> HTML {
    guard !classes.isEmpty, classes.count <= Self.maximumClasses else { return "" }
    var html: HTML = "<ul class='names'>\n"
    html.each(classes.indices) { Self.line(of: classes, $0, anchors) }
    html += "</ul>\n"
    return html
  }

  /// Returns the line of a class in the navigation. It is empty if there are too many classes, or
  /// if the class is not shown.
  static func line(of classes: [ReportClass], _ number: Int, _ anchors: ReportAnchors) -> HTML {
    guard classes.count <= maximumClasses, let anchor = anchors.anchor(ofClass: number) else {
      return ""
    }
    return "<li><a href='#\(anchor)'>\(data: classes[number].name)</a></li>\n"
  }

  /// The tools that need the script. They are hidden without it.
  private static let tools: HTML = """
    <div class='tools'>
    <div class='search' role='search'><label for='q'>Search</label>
    <input id='q' type='search' role='combobox' aria-expanded='false' aria-controls='hits' \
    aria-autocomplete='list' autocomplete='off' spellcheck='false' \
    placeholder='class, property, text'>
    <ul id='hits' role='listbox' aria-label='Found' hidden></ul>
    <p id='found' role='status' class='unseen'></p></div>
    <button id='fold' type='button'>Fold classes</button>
    <button id='theme' type='button'>Dark</button>
    </div>

    """

  /// The end of the page.
  let end: HTML = """
    </main>
    <footer><p>Made by <code>persist report</code>. One file: it fetches nothing and sends nothing.</p>
    </footer>
    </body>
    </html>

    """

  private static let style = HTML(constant: Stylesheet.text)
  private static let script = HTML(constant: PageScript.text)

  /// The policy that lets a browser use this style sheet and this script, but fetch nothing.
  private static let policy: HTML = """
    default-src 'none'; style-src 'sha256-\(digest(style))'; \
    script-src 'sha256-\(digest(script))'; img-src data:; base-uri 'none'; form-action 'none'
    """

  private static func digest(_ html: HTML) -> String {
    Data(SHA256.digest(of: html.bytes)).base64EncodedString()
  }
}
