/** The custom properties of tailwind.config.ts that follow the colour of the school, in one theme. */
type BrandTokens = Record<string, string>

const [black, white] = ['#000000', '#ffffff']
const light = { page: white, sunken: '#ebebeb', ink: black }
const dark = { page: '#1a1b1e', sunken: '#2f3035', ink: white }

/** Contrast of text and of marks (WCAG 1.4.3, 1.4.11). */
const [textContrast, markContrast] = [4.5, 3]

/** Styles that replace the orange of both themes by the colour of the school; print is light. */
export function brandStyles(color: string): string {
  const [onLight, onDark] = [brandTokens(color, 'light'), brandTokens(color, 'dark')].map(declarationsOf)
  return (
    `:root{${onLight}}@media screen{:root[data-theme=dark]{${onDark}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${onDark}}}}`
  )
}

/** Shades of the colour with enough contrast: the fill stays, text on it is black or white. */
export function brandTokens(color: string, theme: 'light' | 'dark'): BrandTokens {
  const { page, sunken, ink } = theme === 'light' ? light : dark
  const onFill = contrastOf(white, color) >= textContrast ? white : black
  const pressedTo = onFill === white ? black : white
  const tint = mix(color, page, 0.9)
  return {
    '--primary': color,
    '--primary-2': mix(color, page, 0.75),
    '--primary-3': mix(color, page, 0.55),
    '--primary-6': color,
    '--primary-7': withContrast(color, ink, page, markContrast),
    '--action-hover': mix(color, pressedTo, 0.2),
    '--action-pressed': mix(color, pressedTo, 0.35),
    '--ink-action': onFill,
    '--surface-accent': tint,
    '--ink-accent': withContrast(color, ink, theme === 'light' ? tint : sunken, textContrast),
    '--mark-accent': withContrast(color, ink, sunken, markContrast),
  }
}

/** The colour, moved towards `target` until it contrasts with the background. */
function withContrast(color: string, target: string, background: string, wanted: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(color, target, share)
    if (contrastOf(shade, background) >= wanted) return shade
  }
  return target
}

/** Contrast ratio of two colours (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `share` is the part of `other`. */
function mix(color: string, other: string, share: number): string {
  const others = channelsOf(other)
  const mixed = channelsOf(color).map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

function declarationsOf(tokens: BrandTokens): string {
  return Object.entries(tokens)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')
}
