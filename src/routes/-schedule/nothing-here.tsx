import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CalendarView } from '#contract/enumerations.ts'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useScheduleSearch } from './use-schedule-search.ts'

/** A period without anything, or without anything that passes the filter. */
export function NothingHere({ view, isNarrowed }: { view: CalendarView; isNarrowed: boolean }) {
  const { narrow } = useScheduleSearch()
  if (isNarrowed) {
    return (
      <Card>
        <EmptyState
          icon="filter"
          title={<Trans>Под эти фильтры ничего не подходит</Trans>}
          action={
            <Button onClick={() => narrow({})}>
              <Trans>Показать всё</Trans>
            </Button>
          }
        >
          <Trans>Уберите часть фильтров или посмотрите другие даты.</Trans>
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        icon="calendar"
        title={view === 'month' ? <Trans>В этом месяце ничего нет</Trans> : <Trans>На этой неделе ничего нет</Trans>}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'secondary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Здесь появятся занятия, экзамены, беседы и каникулы. Посмотрите другие даты стрелками выше.</Trans>
      </EmptyState>
    </Card>
  )
}
