import {
  blend,
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  parse,
  wcagContrast,
} from 'culori'
import { describe, expect, test } from 'vitest'
import { themeTokens } from '#contract/design-tokens.ts'
import { themeColors } from '#contract/enumerations.ts'
import { itemKindAppearances, layerAppearances } from '#src/domain/item-kind.ts'
import { categoryTones } from '#src/ui/tone.ts'
import config from '../../tailwind.config.ts'

/** WCAG 2.2 contrast of a colour on the colours under it. */
function contrast(colour: string, ...under: string[]): number {
  const ground = blend(['#ffffff', ...under])
  return wcagContrast(blend([ground, colour]), ground)
}

/** Difference of two colours (CIEDE2000); about 2 is just noticeable. */
const distance = differenceCiede2000()
const states = ['info', 'success', 'error', 'warning', 'accent'] as const
const tones = [...states, ...categoryTones]

describe('the tokens (S9)', () => {
  test('are the colours, breakpoints, radii and distances that the specification names', () => {
    const { screens, borderRadius, spacing, fontWeight } = config.theme
    const colors = themeTokens.light
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
    expect(themeColors).toEqual({ light: themeTokens.light.surface.DEFAULT, dark: themeTokens.dark.surface.DEFAULT })
  })
})

describe.each(Object.entries(themeTokens))('in the %s theme', (_, theme) => {
  const { ink, surface, mark, line, action, primary, grey, focus } = theme
  const { DEFAULT: white, layout, raised, sunken, hover } = surface
  const page = [white, layout, raised, String(sunken)]

  describe('text has contrast with its background (WCAG AA, 4.5 : 1)', () => {
    const onPage = (['DEFAULT', 'muted', 'link', ...tones] as const)
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
      ['ink-inverse on today', ink.inverse, mark.info],
      ['ink on the tile of a day', ink.DEFAULT, sunken],
    ] as const
    test.each([...onPage, ...onTint, ...onTintPlain, ...onFills])('%s: %s on %s', (_, text, under) => {
      expect(contrast(String(text), String(under))).toBeGreaterThanOrEqual(4.5)
    })

    test('also on a hovered surface', () => {
      expect(contrast(ink.muted, white, hover)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ink.muted, layout, hover)).toBeGreaterThanOrEqual(4.5)
    })
  })

  test.runIf(theme === themeTokens.dark).each(states)('the tint of %s is lighter than its card', (tone) => {
    const luminance = (colour: string) => wcagContrast(colour, '#000000')
    expect(luminance(String(surface[tone]))).toBeGreaterThan(luminance(white))
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

  describe('the categories can be distinguished', () => {
    const sights = {
      'full colour vision': { least: 15, see: (colour: Color) => colour },
      deuteranopia: { least: 9, see: filterDeficiencyDeuter(1) },
      protanopia: { least: 9, see: filterDeficiencyProt(1) },
    }

    test.each(Object.entries(sights))('with %s', (_, { least, see }) => {
      const seen = categoryTones.map((tone) => see(parse(String(mark[tone])) as Color))
      const pairs = seen.flatMap((one, index) => seen.slice(index + 1).map((other) => distance(one, other)))
      expect(Math.min(...pairs)).toBeGreaterThanOrEqual(least)
    })

    test.each(categoryTones)('%s from the states and the brand', (tone) => {
      const others = [...states.map((state) => mark[state]), primary[6]]
      const distances = others.map((other) => distance(String(mark[tone]), String(other)))
      expect(Math.min(...distances)).toBeGreaterThanOrEqual(15)
    })
  })
})

test('every kind and layer of the schedule has a category colour of its own', () => {
  const used = Object.values({ ...itemKindAppearances, ...layerAppearances }).map(({ tone }) => tone)
  expect(used.toSorted()).toEqual([...categoryTones].toSorted())
})
