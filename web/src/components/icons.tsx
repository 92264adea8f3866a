/** The icons of the page, 24 by 24, in the current text colour. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3Z',
  join: 'M6 4v4a6 6 0 0 0 6 6m6-10v4a6 6 0 0 1-6 6v6m-3.5-3.5L12 20l3.5-3.5',
  key: 'M14.5 9.5a5 5 0 1 0-3.6 4.8l1.6 1.7h2.5v2.5H17.5V21h3.5v-3.5l-6.7-6.7c.1-.4.2-.9.2-1.3ZM8.5 8.5h.01',
  retry: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5',
  save: 'M12 4v11m-5-5 5 5 5-5M4.5 19.5h15',
  sliders:
    'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  split: 'M12 20v-6a6 6 0 0 0-6-6V4m6 10a6 6 0 0 1 6-6V4M3.5 6.5 6 4l2.5 2.5M15.5 6.5 18 4l2.5 2.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  trash: 'M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  up: 'm6 15 6-6 6 6',
  upload: 'M12 16V5m-5 5 5-5 5 5M4.5 19.5h15',
  warning: 'M12 8v5M12 16.5v.5M10.3 4 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0Z',
  zip: 'M6 3h8l4 4v14H6zM11 3v2M11 7v2M11 11v2M9.5 15h3v3h-3z',
} as const;

type IconName = keyof typeof PATHS;

/** An icon, which is hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface IconButtonProps extends Omit<preact.JSX.IntrinsicElements['button'], 'icon' | 'label'> {
  readonly icon: IconName;
  /** The accessible name. */
  readonly label: string;
}

/** A button that shows an icon alone. */
export function IconButton({ icon, label, class: own = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" class={`button icon-only ${own}`.trim()} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

/** A file icon with the name of a format, in the colour of its category. */
export function FileIcon({ format, category }: { format: string; category: string }) {
  return (
    <span class="file-icon" data-category={category} aria-hidden="true">
      {format.slice(0, 5)}
    </span>
  );
}
