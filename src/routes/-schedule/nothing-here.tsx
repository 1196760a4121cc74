import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { CalendarView } from '#contract/enumerations.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState, NothingFits } from '#src/ui/empty-state.tsx'

/** A period without anything, or without anything that passes the filter. */
export function NothingHere({ view, isFiltered }: { view: CalendarView; isFiltered: boolean }) {
  const { replace } = useAddress('schedule')
  if (isFiltered) {
    return (
      <NothingFits
        title={<Trans>Под эти фильтры ничего не подходит</Trans>}
        allLabel={<Trans>Показать всё</Trans>}
        onShowAll={() => replace({ filter: undefined })}
      >
        <Trans>Уберите часть фильтров или посмотрите другие даты.</Trans>
      </NothingFits>
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
