import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { changeStepOf } from '#contract/change-steps.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { familyOf, groupMovesQuery, groupsQuery, type ScheduleGroup } from '#src/api/schedule.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { useStepHeading } from '#src/routes/-frame/flow-step.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { wireScheduleChange } from '#src/schedule-change-wiring.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { Comparing } from './comparing.tsx'
import { Confirming } from './confirming.tsx'
import { Done } from './done.tsx'
import type { Flow } from './flow.ts'
import { NewGroups } from './new-groups.tsx'
import { PresentGroups } from './present-groups.tsx'
import { Steps } from './steps.tsx'
import { Territories } from './territories.tsx'

const route = getRouteApi('/change-schedule')

export default function ScheduleChangePage() {
  const title = useTitle()
  const family = useSessionSelector(({ context }) => familyOf(context.roleGroup))
  return (
    <>
      <PageHeading>{title('schedule-change')}</PageHeading>
      <Change key={family} family={family} />
    </>
  )
}

const views = {
  choosingGroup: PresentGroups,
  choosingTerritory: Territories,
  choosingNewGroup: NewGroups,
  comparing: Comparing,
  confirming: Confirming,
  done: Done,
}

/** Neither asked for nor looked at here. */
const kept = { enabled: false, notifyOnChangeProps: [] as [] }

/** The step that the person is at: the machine and the address agree about it at any time. */
function Change({ family }: { family: ScheduleGroup }) {
  const wireLate = useRouteContext({ from: '__root__', select: (context) => context.wireLate })
  const place = route.useSearch()
  const [state, send] = useActor(wireLate(wireScheduleChange), { input: { place } })
  const step = changeStepOf(state.context.place)
  const View = views[step]
  // Several steps show these: else the one that goes would give up what the next has begun to read.
  useQuery({ ...groupsQuery(family), ...kept })
  useQuery({ ...groupMovesQuery(), ...kept })
  useQuery({ ...childrenQuery(), ...kept })
  const flow: Flow = { ...state.context, family, isBusy: state.hasTag('busy'), send, heading: useStepHeading() }
  return (
    <>
      <Steps at={step} />
      <View key={step} flow={flow} />
    </>
  )
}
