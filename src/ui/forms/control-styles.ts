import { classNames } from '#src/ui/class-names.ts'

/** Styles of text inputs, text areas and selects. */
export function controlClassNames(extra?: string) {
  return classNames(
    'block w-full min-w-0 rounded border border-line-control bg-surface text-base text-ink transition-colors',
    'hover:border-grey-8 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus',
    'aria-invalid:border-mark-error aria-invalid:outline-mark-error',
    'disabled:border-line disabled:bg-grey-3 disabled:text-ink-disabled',
    extra,
  )
}
