/** On narrow screens the list of pages opens by a button; without scripts it stands above the text. */
export function startMenu(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>('button.menu');
  if (button === null) return;
  button.hidden = false;
  page.documentElement.classList.add('scripted');
  const open = (opened: boolean): void => {
    button.setAttribute('aria-expanded', String(opened));
    page.documentElement.classList.toggle('menu-open', opened);
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  page.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    open(false);
    button.focus();
  });
  page.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });
}
