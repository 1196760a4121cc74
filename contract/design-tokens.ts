/** The design tokens (S9). Ramps run from 1 to 10; 6 is the colour that S9 names. */
const lightRamps = {
  primary: ramp('#fff5e6 #ffe1b8 #ffcd8f #ffb566 #ff9b3d #fd7e14 #d65d06 #b04300 #8a3000 #631f00'),
  info: ramp('#f0f7ff #d6e8ff #adceff #85b1ff #5c92ff #306af5 #1f4ecf #1134a8 #071f82 #04125c'),
  success: ramp('#effaeb #ddf0d9 #c3e3bd #a6d49d #7fc773 #58bb4e #3d9437 #266e23 #134713 #092109'),
  error: ramp('#fff2f0 #ffd9d4 #ffb3ab #ff8178 #ff554f #ff2727 #d9161c #b30914 #8c000e #66000e'),
  gold: ramp('#fffbe6 #fff1b8 #ffe58f #ffd666 #ffc53d #faad14 #d48806 #ad6800 #874d00 #613400'),
  volcano: ramp('#fff2e8 #ffd8bf #ffbb96 #ff9c6e #ff7a45 #fa541c #d4380d #ad2102 #871400 #610b00'),
  purple: ramp('#f9f0ff #efdbff #d3adf7 #b37feb #9254de #722ed1 #531dab #391085 #22075e #120338'),
  grey: ramp('#fcfcfc #f8f8f8 #f2f2f2 #ebebeb #d9d9d9 #bfbfbf #8c8c8c #616161 #3d3d3d #1f1f1f'),
}

/** The same meanings on a dark page: 1 is the darkest. Brand orange stays. */
const darkRamps: typeof lightRamps = {
  primary: ramp('#2b1d11 #442a11 #593815 #7c4a15 #ff9b3d #fd7e14 #e89a3c #f3b765 #f8cf8d #fae3b7'),
  info: ramp('#111a2c #112545 #15325b #15417e #1554ad #306af5 #3c89e8 #65a9f3 #8dc5f8 #b7dcfa'),
  success: ramp('#162312 #1d3712 #274916 #306317 #3c8618 #58bb4e #6abe39 #8fd460 #b2e58b #d5f2bb'),
  error: ramp('#2a1215 #431418 #58181c #791a1f #a61d24 #ff2727 #e84749 #f37370 #f89f9a #fac8c3'),
  gold: ramp('#2b2111 #443111 #594214 #7c5914 #aa7714 #faad14 #e8b339 #f3cc62 #f8df8b #faedb5'),
  volcano: ramp('#2b1611 #441d12 #592716 #7c3118 #aa3e19 #fa541c #e87040 #f3956a #f8b692 #fad4bc'),
  purple: ramp('#1a1325 #24163a #301c4d #3e2069 #51258f #722ed1 #854eca #ab7ae0 #cda8f0 #ebd7fa'),
  grey: ramp('#151618 #232428 #26272b #2f3035 #3d3e44 #55565c #85868c #a3a4a9 #c9cacd #ededee'),
}

function ramp(shades: string) {
  const steps = shades.split(' ')
  return { ...Object.fromEntries(steps.map((shade, index) => [index + 1, shade])), DEFAULT: steps[5] } as Record<
    string,
    string
  >
}

const categories = ['teal', 'violet', 'magenta', 'cyan', 'slate', 'olive', 'tan', 'rose'] as const

/** Hues of categories and people, of nearly equal lightness. Unlike the tones they say nothing about a state. */
function categoriesOf(shades: string) {
  const colours = shades.split(' ')
  return Object.fromEntries(categories.map((name, at) => [name, colours[at]])) as Record<
    (typeof categories)[number],
    string
  >
}

const tones = ['info', 'success', 'error', 'warning', 'accent'] as const
type Steps = Record<(typeof tones)[number], number>

/** The colours of each tone, by its step of the ramp. */
function tonesOf({ primary, gold, ...ramps }: typeof lightRamps, steps: Steps) {
  const all = { ...ramps, accent: primary, warning: gold }
  return Object.fromEntries(tones.map((tone) => [tone, all[tone][steps[tone]]])) as Record<keyof Steps, string>
}

const first = { info: 1, success: 1, error: 1, warning: 1, accent: 1 }
/** The first blue and red of the dark ramps are darker than the surface: they would look like holes in it. */
const darkTint = { ...first, info: 2, error: 2 }
const lightInk = { info: 7, success: 8, error: 7, warning: 9, accent: 8 }
const darkInk = { info: 8, success: 8, error: 8, warning: 8, accent: 8 }
const lightMark = { info: 6, success: 7, error: 6, warning: 8, accent: 7 }
const darkMark = { info: 7, success: 7, error: 7, warning: 7, accent: 7 }

const light = {
  ...lightRamps,
  /** Text. Orange is never text: `ink-accent` is its readable shade. tests/ui/contrast.test.ts checks AA contrast. */
  ink: {
    DEFAULT: 'rgb(0 0 0 / 0.88)',
    muted: 'rgb(0 0 0 / 0.62)',
    disabled: 'rgb(0 0 0 / 0.4)',
    inverse: '#ffffff',
    action: 'rgb(0 0 0 / 0.88)',
    link: lightRamps.info[7],
    ...tonesOf(lightRamps, lightInk),
    ...categoriesOf('#005b49 #583889 #732d68 #005474 #4c4b5b #525000 #5a4b28 #842540'),
  },
  surface: {
    DEFAULT: '#ffffff',
    layout: '#f8f8f8',
    raised: '#ffffff',
    /** The chosen part of a switch: lighter than its trough. */
    chosen: '#ffffff',
    sunken: lightRamps.grey[3],
    hover: 'rgb(0 0 0 / 0.04)',
    pressed: 'rgb(0 0 0 / 0.08)',
    scrim: 'rgb(0 0 0 / 0.48)',
    ...tonesOf(lightRamps, first),
    ...categoriesOf('#ddf7ee #f1eaff #fee9f9 #e0f4ff #eeeef1 #f2f2db #f9f0da #ffeaed'),
  },
  line: { DEFAULT: 'rgb(0 0 0 / 0.1)', soft: 'rgb(0 0 0 / 0.06)', control: lightRamps.grey[7] },
  /** Marks with a meaning: at least 3 : 1 on every surface. */
  mark: {
    ...tonesOf(lightRamps, lightMark),
    ...categoriesOf('#2c8771 #8447d4 #9a518d #3993be #89889a #908d14 #776b4a #d65c79'),
    neutral: lightRamps.grey[7],
  },
  action: { hover: lightRamps.primary[5], pressed: lightRamps.primary[4] },
  focus: lightRamps.info[6],
}

const dark: typeof light = {
  ...darkRamps,
  ink: {
    DEFAULT: 'rgb(255 255 255 / 0.92)',
    muted: 'rgb(255 255 255 / 0.64)',
    disabled: 'rgb(255 255 255 / 0.4)',
    inverse: '#111214',
    action: 'rgb(0 0 0 / 0.88)',
    link: darkRamps.info[8],
    ...tonesOf(darkRamps, darkInk),
    ...categoriesOf('#86dbc3 #cfbbfa #edb1de #7ed7ec #c7c5d3 #d1cb85 #dcc3a2 #faafc2'),
  },
  surface: {
    DEFAULT: '#1a1b1e',
    layout: '#111214',
    raised: '#232428',
    chosen: '#55565c',
    sunken: darkRamps.grey[3],
    hover: 'rgb(255 255 255 / 0.06)',
    pressed: 'rgb(255 255 255 / 0.1)',
    scrim: 'rgb(0 0 0 / 0.64)',
    ...tonesOf(darkRamps, darkTint),
    ...categoriesOf('#0e332a #2e263f #392334 #093139 #2b2b30 #2f2c10 #332a1d #3e2129'),
  },
  line: { DEFAULT: 'rgb(255 255 255 / 0.12)', soft: 'rgb(255 255 255 / 0.07)', control: darkRamps.grey[7] },
  mark: {
    ...tonesOf(darkRamps, darkMark),
    ...categoriesOf('#009a7f #9f65f7 #c83db1 #44aac1 #8c8b98 #8e840c #a89171 #b4637a'),
    neutral: darkRamps.grey[7],
  },
  action: light.action,
  focus: darkRamps.info[7],
}

export const themeTokens = { light, dark }

export type Tokens = { [name: string]: string | undefined | Tokens }

/** The custom properties of a theme: `ink.muted` is `--ink-muted`. */
export function propertiesOf(tokens: Tokens, prefix = '-'): Record<string, string> {
  const entries = Object.entries(tokens).flatMap(([name, value]) => {
    const property = name === 'DEFAULT' ? prefix : `${prefix}-${name}`
    return typeof value === 'object' ? Object.entries(propertiesOf(value, property)) : [[property, value]]
  })
  return Object.fromEntries(entries)
}
