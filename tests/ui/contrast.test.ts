import { describe, expect, test } from 'vitest'
import { scheduleFilterKinds, themeColors } from '#contract/enumerations.ts'
import { itemKindAppearances } from '#src/domain/item-kind.ts'
import config, { themes } from '../../tailwind.config.ts'

/** Red, green, blue and opacity of `#rrggbb` or `rgb(r g b / a)`. */
function channels(colour: string): [number, number, number, number] {
  if (colour.startsWith('#')) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    return [red, green, blue, 1]
  }
  const [red = 0, green = 0, blue = 0, opacity = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue, opacity]
}

/** Result of blending colours, lowest layer first. */
function laid(...colours: string[]): number[] {
  return colours.map(channels).reduce<number[]>((under, [red, green, blue, opacity]) => {
    return [red, green, blue].map((value, at) => value * opacity + (under[at] ?? 255) * (1 - opacity))
  }, [])
}

function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast of a colour on the colours under it. */
function contrast(colour: string, ...under: string[]): number {
  const [lower = 0, upper = 0] = [luminance(laid(...under, colour)), luminance(laid(...under))].toSorted(
    (a, b) => a - b,
  )
  return (upper + 0.05) / (lower + 0.05)
}

const tones = ['info', 'success', 'error', 'warning', 'accent', 'volcano', 'purple'] as const

describe('the tokens (S9)', () => {
  test('are the colours, breakpoints, radii and distances that the specification names', () => {
    const { screens, borderRadius, spacing, fontWeight } = config.theme
    const colors = themes.light
    expect([colors.primary[6], colors.info[6], colors.success[6], colors.error[6], colors.gold[6]]).toEqual([
      '#fd7e14',
      '#306af5',
      '#58bb4e',
      '#ff2727',
      '#faad14',
    ])
    expect([colors.ink.DEFAULT, colors.surface.layout, colors.surface.DEFAULT]).toEqual([
      'rgb(0 0 0 / 0.88)',
      '#f8f8f8',
      '#ffffff',
    ])
    expect(Object.values(screens)).toEqual([
      '0px',
      '320px',
      '374.98px',
      '767.98px',
      '1023.98px',
      '1279.98px',
      '1439.98px',
    ])
    expect(borderRadius).toMatchObject({ xs: '2px', sm: '4px', DEFAULT: '6px', lg: '8px' })
    expect([spacing.xxs, spacing.xs, spacing.sm, spacing.base, spacing.md, spacing.lg, spacing.xl]).toEqual([
      '4px',
      '8px',
      '12px',
      '16px',
      '20px',
      '24px',
      '32px',
    ])
    expect([spacing.xxl, spacing.xxxl]).toEqual(['48px', '64px'])
    expect([fontWeight.medium, fontWeight.strong]).toEqual(['500', '600'])
  })

  test('colour the bars of the browser like a card', () => {
    expect(themeColors).toEqual({ light: themes.light.surface.DEFAULT, dark: themes.dark.surface.DEFAULT })
  })
})

describe.each(Object.entries(themes))('in the %s theme', (_, theme) => {
  const { ink, surface, mark, line, action, primary, info, success, purple, volcano, grey, focus } = theme
  const { DEFAULT: white, layout, raised, sunken, hover } = surface
  const page = [white, layout, raised, String(sunken)]

  describe('text has contrast with its background (WCAG AA, 4.5 : 1)', () => {
    const onPage = (['DEFAULT', 'muted', 'link', 'accent', 'success', 'error', 'warning', 'purple', 'volcano'] as const)
      .flatMap((name) => page.map((under) => [`ink-${name}`, ink[name], under] as const))
      .filter(([, , under]) => under !== sunken)
    const onTint = tones.map((tone) => [`ink-${tone}`, ink[tone], surface[tone]] as const)
    const onTintPlain = tones.flatMap((tone) => [
      ['ink', ink.DEFAULT, surface[tone]] as const,
      ['ink-muted', ink.muted, surface[tone]] as const,
    ])
    const onFills = [
      ['ink-action on the primary button', ink.action, primary[6]],
      ['ink-action on the hovered primary button', ink.action, action.hover],
      ['ink-action on the pressed primary button', ink.action, action.pressed],
      ['ink-error on the pressed danger button', ink.error, surface.error],
      ['ink-inverse on the impersonation bar', ink.inverse, grey[10]],
      ['ink-inverse on a hovered pressed chip', ink.inverse, grey[9]],
      ['ink-muted on a count', ink.muted, grey[4]],
      ['ink-muted in a segmented control', ink.muted, grey[4]],
      ['ink-muted on a neutral badge', ink.muted, sunken],
      ['initials on orange', primary[9], primary[2]],
      ['initials on blue', info[8], info[2]],
      ['initials on green', success[9], success[2]],
      ['initials on purple', purple[9], purple[2]],
      ['initials on volcano', volcano[9], volcano[2]],
    ] as const
    test.each([...onPage, ...onTint, ...onTintPlain, ...onFills])('%s: %s on %s', (_, text, under) => {
      expect(contrast(String(text), String(under))).toBeGreaterThanOrEqual(4.5)
    })

    test('also on a hovered surface', () => {
      expect(contrast(ink.muted, white, hover)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ink.muted, layout, hover)).toBeGreaterThanOrEqual(4.5)
    })
  })

  describe('marks have contrast with their background (WCAG AA, 3 : 1)', () => {
    const marks = Object.entries(mark).flatMap(([name, colour]) =>
      [white, layout, raised].map((under) => [name, colour, under]),
    )
    test.each(marks)('mark-%s: %s on %s', (_, colour, under) => {
      expect(contrast(String(colour), String(under))).toBeGreaterThanOrEqual(3)
    })

    test.each(page)('the edge of a control and the focus ring, on %s', (under) => {
      expect(contrast(String(line.control), under)).toBeGreaterThanOrEqual(3)
      expect(contrast(String(focus), under)).toBeGreaterThanOrEqual(3)
    })
  })

  describe('the kinds of the schedule have distinct colours', () => {
    const pairs = scheduleFilterKinds.flatMap((one, index) =>
      scheduleFilterKinds.slice(index + 1).map((other) => [one, other] as const),
    )

    test.each(pairs)('%s and %s by their marks', (one, other) => {
      expect(
        distance(mark[itemKindAppearances[one].tone], mark[itemKindAppearances[other].tone]),
      ).toBeGreaterThanOrEqual(25)
    })

    test('lessons in person and self-study further than orange and amber', () => {
      const apart = distance(mark[itemKindAppearances.offline.tone], mark[itemKindAppearances['self-study'].tone])
      expect(apart).toBeGreaterThan(1.5 * distance(mark.accent, mark.warning))
    })
  })
})

/** Difference of two colours (CIE76); about 2 is just noticeable. */
function distance(...colours: [one: string | undefined, other: string | undefined]): number {
  const [first, second] = colours.map((colour) => lab(laid(String(colour)))) as [number[], number[]]
  return Math.hypot(...first.map((value, at) => value - (second[at] ?? 0)))
}

function lab(colour: number[]): number[] {
  const [red = 0, green = 0, blue = 0] = colour
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const [x, y, z] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)) as [number, number, number]
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
