import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyFrame } from '#src/ui/layouts/empty-frame.tsx'
import { ErrorFrame } from '#src/ui/layouts/error-frame.tsx'
import { RouterLink } from './router-link.tsx'

/** The layouts without menu: `error` has the way home, `empty` has nothing. */
export function Plain({ layout, children }: { layout: 'error' | 'empty'; children: ReactNode }) {
  const { t } = useLingui()
  if (layout === 'empty') return <EmptyFrame>{children}</EmptyFrame>
  return (
    <ErrorFrame
      words={{ product: t`Личный кабинет`, home: t`Личный кабинет, на главную` }}
      Link={RouterLink}
      homeHref="/"
    >
      {children}
    </ErrorFrame>
  )
}
