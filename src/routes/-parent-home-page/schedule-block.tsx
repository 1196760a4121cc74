import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonCards } from '#src/ui/skeleton.tsx'
import { Block } from './block.tsx'
import { ChildrenDays } from './children-days.tsx'
import { ScreenLink } from './screen-link.ts'

/** Today and the next days of every child. */
export function ScheduleBlock() {
  return (
    <Block
      title={<Trans>Ближайшие дни</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>Всё расписание</Trans>
        </ScreenLink>
      }
    >
      <Loaded
        query={childrenQuery()}
        skeleton={<SkeletonCards count={2} />}
        isEmpty={(children) => children.length === 0}
        empty={<NoChildren />}
      >
        {(children) => <ChildrenDays people={children} />}
      </Loaded>
    </Block>
  )
}

function NoChildren() {
  return (
    <Card>
      <EmptyState
        icon="profile"
        title={<Trans>Детей пока нет</Trans>}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'secondary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Ребёнок и его расписание появятся здесь, когда вы заключите договор.</Trans>
      </EmptyState>
    </Card>
  )
}
