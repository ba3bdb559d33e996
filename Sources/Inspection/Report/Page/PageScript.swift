/// The page's script: theme, folding, search, sorting, and arrow keys in the diagram. The page is
/// complete without it. The script reads the page, and writes only text, never markup.
enum PageScript {
  /// The complete script.
  static let text: StaticString = #"""

    (() => {
      'use strict';
      const root = document.documentElement;
      const all = (selector, within = document) => [...within.querySelectorAll(selector)];
      const make = (name, text, attributes = {}) => {
        const element = document.createElement(name);
        element.textContent = text;
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        return element;
      };

      // Theme: what was chosen here, or else what the system says.
      const memory = {
        get() { try { return localStorage.getItem('persist-report-theme'); } catch { return null; } },
        set(value) { try { localStorage.setItem('persist-report-theme', value); } catch { } }
      };
      const system = matchMedia('(prefers-color-scheme: dark)');
      const isDark = () =>
        root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
      if (['dark', 'light'].includes(memory.get())) root.dataset.theme = memory.get();
      root.classList.add('js');

      function theme() {
        const button = document.getElementById('theme');
        const label = () => { button.textContent = isDark() ? 'Light colors' : 'Dark colors'; };
        button.addEventListener('click', () => {
          root.dataset.theme = isDark() ? 'light' : 'dark';
          memory.set(root.dataset.theme);
          label();
        });
        system.addEventListener('change', label);
        label();
      }

      // Folding: links, searches and printing open what is folded.
      function reveal(id) {
        const target = document.getElementById(id);
        if (!target) return null;
        for (const inner of all(':scope > details', target)) inner.open = true;
        for (let fold = target.closest('details'); fold;
          fold = fold.parentElement.closest('details')) fold.open = true;
        return target;
      }
      const hash = () => { try { return decodeURIComponent(location.hash.slice(1)); } catch { return ''; } };

      function folding() {
        const button = document.getElementById('fold');
        const classes = all('.class > details');
        button.hidden = classes.length === 0;
        button.addEventListener('click', () => {
          const open = classes.every(one => !one.open);
          for (const one of classes) one.open = open;
          button.textContent = open ? 'Fold classes' : 'Unfold classes';
        });
        addEventListener('click', event => {
          const link = event.target.closest && event.target.closest('a[href^="#"]');
          if (link) reveal(decodeURIComponent(link.getAttribute('href').slice(1)));
        });
        addEventListener('hashchange', () => reveal(hash()));
        addEventListener('beforeprint', () => { for (const fold of all('details')) fold.open = true; });
        if (hash()) { const target = reveal(hash()); if (target) target.scrollIntoView(); }
      }

      // Search: all words must occur; names count more than what else there is.
      function index() {
        const words = element => element.textContent.replace(/\s+/g, ' ').trim();
        const value = cell => cell.querySelector('.elements') ? all('li', cell).map(words).join(', ')
          : words(cell);
        const pairs = list => [...list.children]
          .map(pair => words(pair.children[0]) + ': ' + value(pair.children[1])).join(', ');
        const entries = [];
        for (const section of all('section.class')) {
          const title = words(section.querySelector('h3'));
          const names = all('tbody th, .properties-list', section).map(words).join(' ');
          entries.push({ id: section.id, kind: 'class', title, text: names });
        }
        for (const card of all('.card[id]')) {
          const title = words(card.querySelector('h5'));
          entries.push({ id: card.id, kind: 'object', title, text: pairs(card.querySelector('dl')) });
        }
        for (const entry of entries) {
          entry.name = entry.title.toLowerCase();
          entry.all = entry.name + ' ' + entry.text.toLowerCase();
        }
        return entries;
      }

      function find(entries, query) {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        if (!words.length) return [];
        const rank = entry => (entry.name.startsWith(words[0]) ? 0 : entry.name.includes(words[0]) ? 1 : 2)
          + (entry.kind === 'class' ? 0 : .5);
        return entries.filter(entry => words.every(word => entry.all.includes(word)))
          .map((entry, place) => ({ entry, place, rank: rank(entry) }))
          .sort((a, b) => a.rank - b.rank || a.place - b.place).map(found => found.entry);
      }

      function excerpt(entry, query) {
        const word = query.toLowerCase().split(/\s+/).filter(Boolean)[0] || '';
        const place = Math.max(0, entry.text.toLowerCase().indexOf(word) - 24);
        return (place > 0 ? '…' : '') + entry.text.slice(place, place + 90);
      }

      function search() {
        const [input, list, status] = ['q', 'hits', 'found'].map(id => document.getElementById(id));
        let entries = null, found = [], chosen = -1;
        const close = () => {
          list.hidden = true; chosen = -1;
          input.setAttribute('aria-expanded', 'false');
          input.removeAttribute('aria-activedescendant');
        };
        const choose = place => {
          chosen = place;
          [...list.children].forEach((option, at) => option.setAttribute('aria-selected', at === place));
          const option = list.children[place];
          if (!option) return;
          input.setAttribute('aria-activedescendant', option.id);
          option.scrollIntoView({ block: 'nearest' });
        };
        const go = entry => {
          close();
          const target = reveal(entry.id);
          if (!target) return;
          location.hash = encodeURIComponent(entry.id);
          target.setAttribute('tabindex', '-1');
          target.focus();
        };
        const update = () => {
          entries = entries || index();
          const hits = find(entries, input.value);
          found = hits.slice(0, 40);
          list.replaceChildren(...found.map((entry, place) => {
            const option = make('li', entry.title, { id: 'hit-' + place, role: 'option',
              'aria-selected': 'false' });
            option.append(make('small', entry.kind + ': ' + excerpt(entry, input.value)));
            option.addEventListener('mousedown', event => { event.preventDefault(); go(entry); });
            return option;
          }));
          const isOpen = input.value.trim() !== '';
          if (isOpen && !found.length) {
            list.append(make('li', 'Nothing found', { role: 'option', 'aria-disabled': 'true' }));
          }
          list.hidden = !isOpen; chosen = -1;
          // Beside the page the list would be cut off at the edge of the navigation: it floats.
          if (getComputedStyle(list).position === 'fixed') {
            list.style.top = input.getBoundingClientRect().bottom + 4 + 'px';
          } else { list.style.removeProperty('top'); }
          input.setAttribute('aria-expanded', String(isOpen));
          input.removeAttribute('aria-activedescendant');
          status.textContent = isOpen ? hits.length + ' found' : '';
        };
        input.addEventListener('input', update);
        input.addEventListener('blur', close);
        input.addEventListener('keydown', event => {
          const steps = { ArrowDown: 1, ArrowUp: -1 };
          if (event.key in steps && !list.hidden && found.length) {
            choose((chosen + steps[event.key] + found.length) % found.length);
          } else if (event.key === 'Enter' && found.length && !list.hidden) {
            go(found[Math.max(chosen, 0)]);
          } else if (event.key === 'Escape') {
            close(); return;
          } else { return; }
          event.preventDefault();
        });
        addEventListener('keydown', event => {
          const typing = event.target.closest && event.target.closest('input, textarea');
          if (event.key === '/' && !typing) { event.preventDefault(); input.focus(); }
        });
      }

      // Sorting: by numbers where cells have them, else by text; a second click turns it round.
      function sorting() {
        for (const table of all('table.sort')) {
          if (all('tr:not(.wide)', table.tBodies[0]).length < 2) continue;
          const heads = [...table.tHead.rows[0].cells];
          heads.forEach((head, column) => {
            const button = make('button', head.textContent, { type: 'button' });
            head.replaceChildren(button);
            button.addEventListener('click', () => sort(table, heads, head, column));
          });
        }
      }

      function sort(table, heads, head, column) {
        const body = table.tBodies[0];
        const rows = all('tr:not(.wide)', body);
        const numbers = rows.some(row => row.cells[column].dataset.v !== undefined);
        const was = head.getAttribute('aria-sort');
        const falls = was ? was === 'ascending' : numbers;
        const key = row => numbers ? Number(row.cells[column].dataset.v) : row.cells[column].textContent;
        const compare = numbers ? (a, b) => a - b : new Intl.Collator('en', { numeric: true }).compare;
        // A row of wide values stays below the row that it belongs to.
        const wide = row => row.nextElementSibling && row.nextElementSibling.matches('.wide')
          ? [row.nextElementSibling] : [];
        rows.map(row => [key(row), [row, ...wide(row)]])
          .sort((a, b) => (falls ? -1 : 1) * compare(a[0], b[0]))
          .forEach(pair => body.append(...pair[1]));
        for (const other of heads) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', falls ? 'descending' : 'ascending');
      }

      // Diagram: one box is in the order of Tab, arrow keys lead to the next in their direction.
      function diagram(svg) {
        const boxes = all('a.box', svg);
        const edges = all('.edges path', svg);
        const light = box => {
          svg.classList.toggle('lit', box !== null);
          for (const edge of edges) {
            edge.classList.toggle('on', box !== null
              && [edge.dataset.s, edge.dataset.t].includes(box.dataset.n));
          }
        };
        const centre = box => {
          const area = box.querySelector('rect').getBBox();
          return [area.x + area.width / 2, area.y + area.height / 2];
        };
        const next = (from, [dx, dy]) => {
          const [x, y] = centre(from);
          let best = null, least = Infinity;
          for (const box of boxes) {
            const [u, v] = centre(box);
            const ahead = (u - x) * dx + (v - y) * dy;
            const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
            if (ahead > 1 && ahead + 2 * aside < least) { best = box; least = ahead + 2 * aside; }
          }
          return best;
        };
        const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        boxes.forEach((box, place) => {
          box.setAttribute('tabindex', place === 0 ? '0' : '-1');
          box.addEventListener('mouseenter', () => light(box));
          box.addEventListener('mouseleave', () => light(null));
          box.addEventListener('blur', () => light(null));
          box.addEventListener('focus', () => {
            for (const other of boxes) other.setAttribute('tabindex', other === box ? '0' : '-1');
            light(box);
          });
          box.addEventListener('keydown', event => {
            const target = arrows[event.key] && next(box, arrows[event.key]);
            if (!target) return;
            event.preventDefault();
            target.focus();
          });
        });
      }

      addEventListener('DOMContentLoaded', () => {
        theme(); folding(); search(); sorting();
        all('svg.diagram').forEach(diagram);
      });
    })();

    """#
}
