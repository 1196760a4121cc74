import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { stateWords } from './entry-words.ts'

/** What the signs of the journal say. */
export function Legend() {
  const { i18n } = useLingui()
  return (
    <ul className="mt-base flex flex-wrap gap-x-lg gap-y-xs text-sm text-ink-muted">
      <Sign sign={<span className="relative -top-half text-base leading-none">н</span>}>
        {i18n._(stateWords.absent)}
      </Sign>
      <Sign sign={<span className="size-xxs rounded-full bg-grey-6" />}>{i18n._(stateWords['not-given'])}</Sign>
      <Sign sign={<Icon name="close" size={16} />}>{i18n._(stateWords['not-held'])}</Sign>
      <Sign sign={<span className="text-xs">×3</span>}>
        <Trans>вес оценки</Trans>
      </Sign>
      <Sign sign={<span className="size-xs rounded-full bg-primary" />}>
        <Trans>новая</Trans>
      </Sign>
    </ul>
  )
}

function Sign({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-xs">
      <span aria-hidden="true" className="inline-flex min-w-base items-center justify-center">
        {sign}
      </span>
      {children}
    </li>
  )
}
