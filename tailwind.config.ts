import type { Config } from 'tailwindcss'

/** The design tokens (S9). Ramps run from 1 (lightest) to 10; 6 is the colour that S9 names. */
const primary = ramp('#fff5e6 #ffe1b8 #ffcd8f #ffb566 #ff9b3d #fd7e14 #d65d06 #b04300 #8a3000 #631f00')
const info = ramp('#f0f7ff #d6e8ff #adceff #85b1ff #5c92ff #306af5 #1f4ecf #1134a8 #071f82 #04125c')
const success = ramp('#effaeb #ddf0d9 #c3e3bd #a6d49d #7fc773 #58bb4e #3d9437 #266e23 #134713 #092109')
const error = ramp('#fff2f0 #ffd9d4 #ffb3ab #ff8178 #ff554f #ff2727 #d9161c #b30914 #8c000e #66000e')
const gold = ramp('#fffbe6 #fff1b8 #ffe58f #ffd666 #ffc53d #faad14 #d48806 #ad6800 #874d00 #613400')
const volcano = ramp('#fff2e8 #ffd8bf #ffbb96 #ff9c6e #ff7a45 #fa541c #d4380d #ad2102 #871400 #610b00')
const purple = ramp('#f9f0ff #efdbff #d3adf7 #b37feb #9254de #722ed1 #531dab #391085 #22075e #120338')
const grey = ramp('#fcfcfc #f8f8f8 #f2f2f2 #ebebeb #d9d9d9 #bfbfbf #8c8c8c #616161 #3d3d3d #1f1f1f')

function ramp(shades: string) {
  const steps = shades.split(' ').map((shade, index) => [String(index + 1), shade] as const)
  return { ...Object.fromEntries(steps), DEFAULT: shades.split(' ')[5] } as Record<string, string>
}

const colors = {
  inherit: 'inherit',
  transparent: 'transparent',
  current: 'currentColor',
  white: '#ffffff',
  black: '#000000',
  primary,
  info,
  success,
  error,
  warning: gold,
  gold,
  volcano,
  purple,
  grey,

  /** Text. Orange is never text: `ink-accent` is its readable shade. tests/ui/contrast.test.ts checks AA contrast. */
  ink: {
    DEFAULT: 'rgb(0 0 0 / 0.88)',
    muted: 'rgb(0 0 0 / 0.62)',
    disabled: 'rgb(0 0 0 / 0.4)',
    inverse: '#ffffff',
    accent: primary[8],
    link: info[7],
    info: info[7],
    success: success[8],
    error: error[7],
    warning: gold[9],
    volcano: volcano[8],
    purple: purple[7],
  },
  surface: {
    DEFAULT: '#ffffff',
    layout: '#f8f8f8',
    sunken: grey[3],
    hover: 'rgb(0 0 0 / 0.04)',
    pressed: 'rgb(0 0 0 / 0.08)',
    scrim: 'rgb(0 0 0 / 0.48)',
    accent: primary[1],
    info: info[1],
    success: success[1],
    error: error[1],
    warning: gold[1],
    volcano: volcano[1],
    purple: purple[1],
  },
  line: { DEFAULT: 'rgb(0 0 0 / 0.1)', soft: 'rgb(0 0 0 / 0.06)', control: grey[7] },
  /** Marks with a meaning: at least 3 : 1 on white. */
  mark: {
    accent: primary[7],
    info: info[6],
    success: success[7],
    error: error[6],
    warning: gold[8],
    volcano: volcano[6],
    purple: purple[5],
    neutral: grey[7],
  },
  focus: info[6],
}

const spacing = {
  0: '0px',
  px: '1px',
  half: '2px',
  xxs: '4px',
  xs: '8px',
  sm: '12px',
  base: '16px',
  md: '20px',
  lg: '24px',
  xl: '32px',
  xxl: '48px',
  xxxl: '64px',
}

/** Sizes of elements. */
const sizes = { control: '40px', 'control-sm': '32px', header: '64px', side: '240px', auto: 'auto', full: '100%' }

export default {
  content: [],
  theme: {
    colors,
    spacing,
    screens: {
      xxs: '0px',
      xs: '320px',
      sm: '374.98px',
      md: '767.98px',
      lg: '1023.98px',
      xl: '1279.98px',
      xxl: '1439.98px',
    },
    borderRadius: { none: '0', xs: '2px', sm: '4px', DEFAULT: '6px', lg: '8px', full: '9999px' },
    // Both fallbacks have the metrics of Golos Text (src/app/fonts.css), so that its arrival moves nothing.
    fontFamily: { sans: '"Golos Text", "Golos Arial", "Golos Roboto", system-ui, sans-serif' },
    fontWeight: { normal: '400', medium: '500', strong: '600' },
    fontSize: {
      xs: ['12px', { lineHeight: '16px' }],
      sm: ['13px', { lineHeight: '18px' }],
      base: ['15px', { lineHeight: '22px' }],
      lg: ['16px', { lineHeight: '24px' }],
      xl: ['20px', { lineHeight: '28px', letterSpacing: '-0.01em' }],
      '2xl': ['24px', { lineHeight: '32px', letterSpacing: '-0.015em' }],
      '3xl': ['28px', { lineHeight: '36px', letterSpacing: '-0.015em' }],
      '4xl': ['40px', { lineHeight: '48px', letterSpacing: '-0.02em' }],
    },
    boxShadow: {
      none: 'none',
      control: '0 1px 2px rgb(0 0 0 / 0.05)',
      raised: '0 1px 2px rgb(0 0 0 / 0.04), 0 4px 12px rgb(0 0 0 / 0.05)',
      floating: '0 0 0 1px rgb(0 0 0 / 0.06), 0 4px 12px rgb(0 0 0 / 0.08), 0 16px 40px rgb(0 0 0 / 0.12)',
    },
    extend: {
      width: sizes,
      height: sizes,
      size: sizes,
      minWidth: sizes,
      minHeight: sizes,
      maxWidth: { page: '1200px', text: '68ch', narrow: '480px', full: '100%', none: 'none' },
      zIndex: { sticky: '10', header: '20', overlay: '40', dialog: '50', toast: '60' },
      animation: {
        'fade-in-delayed': 'fade-in 240ms ease-out 200ms both',
        pulse: 'pulse 1600ms ease-in-out infinite',
        'fade-in': 'fade-in 140ms ease-out',
        'slide-up': 'slide-up 180ms cubic-bezier(0.2, 0.8, 0.2, 1)',
        'slide-in': 'slide-in 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
        spin: 'spin 900ms linear infinite',
      },
      keyframes: {
        'fade-in': { from: { opacity: '0' } },
        pulse: { '50%': { opacity: '0.5' } },
        'slide-up': { from: { opacity: '0', translate: '0 8px' } },
        'slide-in': { from: { translate: 'var(--slide-in-from, -100%) 0' } },
        spin: { to: { rotate: '360deg' } },
      },
    },
  },
} satisfies Config
