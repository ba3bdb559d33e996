// The checks that Tools/check-report runs on a page. Each function returns a list of complaints, or
// a value.
var checkReport = (() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const first = complaints => complaints.slice(0, 10);
  const isShown = element => element.checkVisibility({ visibilityProperty: true });

  // Links and ids.

  function links() {
    const complaints = [];
    const ids = new Map();
    for (const element of all('[id]')) ids.set(element.id, (ids.get(element.id) || 0) + 1);
    for (const [id, count] of ids) if (count > 1) complaints.push(`id ${id} occurs ${count} times`);
    for (const link of all('a')) {
      const target = link.getAttribute('href') || '';
      if (!target.startsWith('#')) complaints.push(`a link leads out of the page: ${target}`);
      else if (!ids.has(decodeURIComponent(target.slice(1)))) complaints.push(`${target} leads nowhere`);
    }
    const named = all('[aria-labelledby], [aria-controls]').flatMap(element =>
      ['aria-labelledby', 'aria-controls'].map(name => element.getAttribute(name)).filter(Boolean));
    for (const id of named) if (!ids.has(id)) complaints.push(`no element has the id ${id}`);
    for (const mark of all('[marker-end]')) {
      const id = mark.getAttribute('marker-end').slice(5, -1);
      if (!ids.has(id)) complaints.push(`no marker has the id ${id}`);
    }
    return first(complaints);
  }

  function headings() {
    const complaints = [];
    let level = 0;
    for (const heading of all('h1, h2, h3, h4, h5, h6')) {
      const next = Number(heading.tagName[1]);
      if (next > level + 1) complaints.push(`h${next} after h${level}: ${heading.textContent}`);
      level = next;
    }
    if (all('h1').length !== 1) complaints.push('there is not one h1');
    return first(complaints);
  }

  function names() {
    const complaints = [];
    for (const table of all('table')) {
      if (!table.caption || !table.caption.textContent.trim()) complaints.push('a table has no caption');
      if (all('th:not([scope])', table).length) complaints.push('a heading of a table has no scope');
    }
    for (const svg of all('svg')) {
      if (!svg.closest('[aria-hidden]') && !svg.hasAttribute('aria-hidden')
        && !svg.hasAttribute('aria-label')) complaints.push('a drawing has no name');
    }
    if (document.documentElement.lang !== 'en') complaints.push('the page has no language');
    return first(complaints);
  }

  function policy() {
    const meta = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
    const complaints = !meta || !meta.content.includes("default-src 'none'") ? ['no policy'] : [];
    if (all('[style], [onclick], [onload], iframe, object, embed, img, link[rel=stylesheet], script[src]')
      .length) complaints.push('something that the policy forbids');
    if (all('script').length !== 1 || all('style').length !== 1) complaints.push('a second script or style');
    return complaints;
  }

  // Appearance.

  function sideways() {
    const complaints = [];
    const page = document.documentElement;
    const clips = element => /clip|hidden/.test(getComputedStyle(element).overflowX);
    if (page.scrollWidth > page.clientWidth) {
      complaints.push(`the page is ${page.scrollWidth} pixels wide in ${page.clientWidth}`);
    }
    for (const element of all('body *')) {
      const style = getComputedStyle(element);
      if (element.closest('svg') && element.tagName !== 'svg') continue;
      if (!isShown(element) || style.clipPath !== 'none' || element.closest('caption')) continue;
      if (element.matches('.skip')) continue;
      const area = element.getBoundingClientRect();
      if (area.right > page.clientWidth + 1) {
        let outer = element.parentElement;
        while (outer !== document.body && !clips(outer)) outer = outer.parentElement;
        if (outer !== document.body) continue;
        complaints.push(`${element.tagName}.${element.className.baseVal || element.className} ends at `
          + `${Math.round(area.right)}: ${element.textContent.trim().slice(0, 40)}`);
      }
      if (['auto', 'scroll'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1) {
        complaints.push(`${element.tagName}.${element.className} scrolls sideways`);
      }
    }
    return first(complaints);
  }

  const channels = text => (text.match(/[\d.]+/g) || []).map(Number);

  function luminance(color) {
    const [r, g, b] = color.map(value => value / 255)
      .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function over(front, back) {
    const alpha = front.length > 3 ? front[3] : 1;
    return [0, 1, 2].map(index => front[index] * alpha + back[index] * (1 - alpha));
  }

  function background(element, known) {
    if (!element) return [255, 255, 255];
    if (known.has(element)) return known.get(element);
    const box = element.matches('.box') && element.querySelector('rect');
    const color = channels(
      box ? getComputedStyle(box).fill : getComputedStyle(element).backgroundColor);
    const result = color.length === 3 ? color : over(color, background(element.parentElement, known));
    known.set(element, result);
    return result;
  }

  function contrast(least) {
    const complaints = new Map();
    const known = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || element.matches('script, style, title')) continue;
      if (!isShown(element)) continue;
      const style = getComputedStyle(element);
      const front = channels(element.closest('svg') ? style.fill : style.color);
      const back = background(element, known);
      const [a, b] = [luminance(over(front, back)), luminance(back)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < least) {
        complaints.set(`${front} on ${back}`,
          `contrast ${ratio.toFixed(2)}: ${element.tagName} “${walker.currentNode.data.slice(0, 30)}”`);
      }
    }
    return first([...complaints].map(([colors, text]) => `${text} (${colors})`));
  }

  // Effects of the script.

  function sorting() {
    const complaints = [];
    for (const table of all('table.sort').slice(0, 12)) {
      const rows = () => all('tr:not(.wide)', table.tBodies[0]);
      if (rows().length < 2) continue;
      const owners = () => all('tr.wide', table.tBodies[0])
        .map(row => row.previousElementSibling.cells[0].textContent + row.textContent).sort().join();
      const owned = owners();
      const count = rows().length;
      [...table.tHead.rows[0].cells].forEach((head, column) => {
        const button = head.querySelector('button');
        if (!button) return complaints.push(`${head.textContent} has no button`);
        for (const _ of [1, 2]) {
          button.click();
          const order = head.getAttribute('aria-sort');
          const keys = rows().map(row => row.cells[column].dataset.v).filter(key => key !== undefined);
          const numbers = keys.map(Number);
          const sorted = [...numbers].sort((a, b) => order === 'ascending' ? a - b : b - a);
          if (!['ascending', 'descending'].includes(order)) complaints.push('no aria-sort');
          if (numbers.some((key, at) => key !== sorted[at])) complaints.push(`${head.textContent} ${order}`);
        }
        if (all('[aria-sort]', table).length !== 1) complaints.push('two columns are sorted');
      });
      if (rows().length !== count) complaints.push('sorting loses rows');
      if (owners() !== owned) complaints.push('sorting separates wide values from their rows');
    }
    return first(complaints).map(text => 'sorting: ' + text);
  }

  function theme() {
    const color = () => getComputedStyle(document.body).backgroundColor;
    const before = color();
    document.getElementById('theme').click();
    const after = color();
    document.getElementById('theme').click();
    return before === after || color() !== before ? ['the theme does not change'] : [];
  }

  function folding() {
    const folds = all('.class > details');
    if (!folds.length) return [];
    const button = document.getElementById('fold');
    button.click();
    if (folds.some(fold => fold.open)) return ['folding: some stay open'];
    const links = all('a[href^="#class-"]').filter(link => link.click && isShown(link));
    const fold = link => document.getElementById(decodeURIComponent(link.hash.slice(1)))
      .querySelector('details');
    const link = links.find(fold);
    link.click();
    const isOpen = fold(link).open;
    button.click();
    if (folds.some(fold => !fold.open)) button.click();
    return isOpen && folds.every(fold => fold.open) ? [] : ['folding: a link opens nothing'];
  }

  function startSearch() {
    const section = document.querySelector('section.class[id^="class-"]:not([id^="class--"])');
    if (!section) return null;
    document.getElementById('q').focus();
    return { id: section.id, text: section.querySelector('h3').textContent };
  }

  function chosenHit() {
    const input = document.getElementById('q');
    const option = document.getElementById(input.getAttribute('aria-activedescendant') || '-');
    return Boolean(option) && option.getAttribute('aria-selected') === 'true'
      && input.getAttribute('aria-expanded') === 'true';
  }

  function startArrows() {
    const boxes = all('svg.wide a.box');
    if (boxes.length < 5) return false;
    if (boxes.filter(box => box.getAttribute('tabindex') === '0').length !== 1) return false;
    boxes[2].focus();
    return true;
  }

  function focused() {
    const element = document.activeElement;
    return element.id || (element.getAttribute('href') ?? element.tagName);
  }

  // Without the script.

  // Without what the script adds: buttons in table heads do not change the text.
  const text = () => document.querySelector('main').innerText;
  const hasScript = () => document.documentElement.classList.contains('js');

  function hidden() {
    const complaints = [];
    for (const element of all('main section, main h3, main tr, main .card, main .figures div')) {
      const area = element.getBoundingClientRect();
      if (!isShown(element) || area.height === 0) complaints.push(`${element.tagName} is hidden`);
    }
    if (all('.tools').some(isShown)) complaints.push('tools are shown that need the script');
    return first(complaints);
  }

  return { links, headings, names, policy, sideways, contrast, sorting, theme, folding, startSearch,
    chosenHit, startArrows, focused, text, hasScript, hidden };
})();
