import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { separator } from '#src/i18n/separator.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { Debt } from './verdict.ts'

/** What is owed of all semesters, always as high whatever it says: it comes later than the table below it. */
export function Debts({ debts }: { debts: readonly Debt[] | null | undefined }) {
  const { t } = useLingui()
  const [isOpened, open] = useState(false)
  if (debts === undefined) {
    return (
      <Skeleton label={t`Загружаем…`}>
        <SkeletonBlock size="notice" />
      </Skeleton>
    )
  }
  if (debts === null) {
    return (
      <Notice tone="warning" title={t`Долги неизвестны`}>
        <Trans>Не удалось узнать, всё ли сдано.</Trans>
      </Notice>
    )
  }
  if (debts.length === 0) {
    return (
      <Notice tone="success" title={t`Долгов нет`}>
        <Trans>Всё, что сдавалось, сдано.</Trans>
      </Notice>
    )
  }
  const isWhole = isOpened || debts.length === 1
  return (
    <Notice
      tone="error"
      title={t`Долги: ${debts.length}`}
      action={
        !isWhole && (
          <Button size="small" onClick={() => open(true)}>
            <Trans>Показать все</Trans>
          </Button>
        )
      }
    >
      <ul>
        {(isWhole ? debts : debts.slice(0, 1)).map(({ course, term }) => (
          <li key={`${course.uuid} ${term.uuid}`} className={isWhole ? '' : 'line-clamp-1'}>
            {course.title}
            {separator}
            {term.title}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
