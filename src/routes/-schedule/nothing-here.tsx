import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ScheduleView } from '#contract/enumerations.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState, NothingFits } from '#src/ui/empty-state.tsx'

const titles = {
  month: <Trans>В этом месяце ничего нет</Trans>,
  week: <Trans>На этой неделе ничего нет</Trans>,
  list: <Trans>До конца месяца ничего нет</Trans>,
}

/** A period without anything, or without anything that passes the filter. */
export function NothingHere({ view, isFiltered }: { view: ScheduleView; isFiltered: boolean }) {
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
        title={titles[view]}
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
