/** What a page can do beyond being read: tables are sorted by a heading and filtered by words, and all is open when it is printed. */
export const PAGE_SCRIPT: string = `for (const table of document.querySelectorAll('table')) {
  const body = table.tBodies[0], rows = [...body.rows];
  if (rows.length < 2) continue;
  const heads = [...table.tHead.rows].at(-1).cells;
  [...heads].forEach((head, place) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const keyed = rows.map((row) => {
        const cell = row.cells[place], text = cell.textContent;
        const number = cell.classList.contains('n') && text !== '–' ? Number(cell.dataset.v ?? text) : undefined;
        return { row, none: text === '–', number, text };
      });
      keyed.sort((a, b) => a.none - b.none || (down ? -1 : 1) * (a.number !== undefined && b.number !== undefined ? a.number - b.number : a.text.localeCompare(b.text, undefined, { numeric: true })));
      body.append(...keyed.map(({ row }) => row));
    };
  });
  if (rows.length < 9) continue;
  const label = document.createElement('label'), input = document.createElement('input'), count = document.createElement('span');
  label.className = 'filter';
  input.type = 'search';
  count.setAttribute('role', 'status');
  label.append('Filter: ', input);
  table.parentElement.before(label, count);
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    count.textContent = input.value === '' ? '' : shown + ' of ' + rows.length + ' rows';
  };
}
addEventListener('beforeprint', () => { for (const one of document.querySelectorAll('details')) one.open = true; });
`;
