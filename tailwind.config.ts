import type { Config } from 'tailwindcss'
import plugin from 'tailwindcss/plugin'
import { propertiesOf, type Tokens, themeTokens } from './contract/design-tokens.ts'

const { light, dark } = themeTokens

function referencesOf(tokens: Tokens, prefix = '-'): Tokens {
  const entries = Object.entries(tokens).map(([name, value]) => {
    const property = name === 'DEFAULT' ? prefix : `${prefix}-${name}`
    return [name, typeof value === 'object' ? referencesOf(value, property) : `var(${property})`]
  })
  return Object.fromEntries(entries)
}

const colors = {
  inherit: 'inherit',
  transparent: 'transparent',
  current: 'currentColor',
  ...(referencesOf(light) as typeof light),
}

const darkRules = { 'color-scheme': 'dark', ...propertiesOf(dark) }

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
const sizes = {
  control: 'var(--control)',
  'control-sm': 'var(--control-sm)',
  header: '64px',
  side: '240px',
  auto: 'auto',
  full: '100%',
}

export default {
  content: [],
  plugins: [
    // Light unless the person or, without a choice, the system wants dark (decision 068). Print is always light.
    plugin(({ addBase, addVariant }) => {
      // A low window, as 400 % zoom makes it: bars would take half of it.
      addVariant('low', '@media (max-height: 399.98px)')
      // The person has collapsed the side menu to icons (`src/storage/preferences.ts`).
      addVariant('collapsed', { '@media (min-width: 1023.98px)': { ':root[data-menu=collapsed] &': '@slot' } })
      addBase({
        ':root': { 'color-scheme': 'light', ...propertiesOf(light) },
        '@media screen': {
          ':root[data-theme=dark]': darkRules,
          '@media (prefers-color-scheme: dark)': { ':root:not([data-theme=light])': darkRules },
        },
      })
    }),
  ],
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
    fontFamily: { sans: 'var(--typeface, "Golos Text"), "Golos Arial", "Golos Roboto", system-ui, sans-serif' },
    fontWeight: { normal: '400', medium: '500', strong: '600' },
    // In rem: a person's default size of text is honoured.
    fontSize: {
      xs: ['0.75rem', { lineHeight: '1rem' }],
      sm: ['0.8125rem', { lineHeight: '1.125rem' }],
      base: ['0.9375rem', { lineHeight: '1.375rem' }],
      lg: ['1rem', { lineHeight: '1.5rem' }],
      xl: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.01em' }],
      '2xl': ['1.5rem', { lineHeight: '2rem', letterSpacing: '-0.015em' }],
      '3xl': ['1.75rem', { lineHeight: '2.25rem', letterSpacing: '-0.015em' }],
      '4xl': ['2.5rem', { lineHeight: '3rem', letterSpacing: '-0.02em' }],
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
      maxWidth: { frame: '1760px', text: '68ch', narrow: '480px', full: '100%', none: 'none' },
      zIndex: { sticky: '10', header: '20', overlay: '40', dialog: '50', toast: '60' },
      animation: {
        'fade-in-delayed': 'fade-in 200ms ease-out 200ms both',
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
