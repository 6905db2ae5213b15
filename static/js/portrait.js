// Whether the page stands upright: narrow and tall windows have the layout of a phone. The stylesheets ask the same.

export const portrait = matchMedia(
  "(max-width: 1100px), (orientation: portrait), (max-height: 560px), (pointer: coarse) and (max-width: 1400px)",
);
export const isTall = () => portrait.matches;
