import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import { type ScheduleChangeStep, scheduleChangeStepOf } from '#contract/screen-search.ts'
import { provideScheduleChange } from '#src/actors/schedule-change.actors.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { groupsQuery, groupTransfersQuery, type ViewerRoleGroup, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { FlowProgress } from '#src/routes/-flow/steps/flow-progress.tsx'
import { useStepHeading } from '#src/routes/-flow/steps/flow-step.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { CurrentGroupStep } from './current-group-step.tsx'
import { ConfirmationStep, DoneStep } from './final-steps.tsx'
import { NewGroupStep } from './new-group-step.tsx'
import { PreviewStep } from './preview-step.tsx'
import type { TransferFlow } from './step-props.ts'
import { TerritoryStep } from './territory-step.tsx'

const route = getRouteApi('/change-schedule')

export default function ScheduleChangePage() {
  const title = useScreenTitle()
  const roleGroup = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  return (
    <>
      <PageHeading>{title('schedule-change')}</PageHeading>
      <TransferFlowSteps key={roleGroup} roleGroup={roleGroup} />
    </>
  )
}

const views = {
  choosingGroup: CurrentGroupStep,
  choosingTerritory: TerritoryStep,
  choosingNewGroup: NewGroupStep,
  comparing: PreviewStep,
  confirming: ConfirmationStep,
  done: DoneStep,
}

/** Observes the cache without fetching or rendering. */
const cacheOnly = { enabled: false, notifyOnChangeProps: [] as [] }

/** Shows the current step; the machine and the URL are always in sync. */
function TransferFlowSteps({ roleGroup }: { roleGroup: ViewerRoleGroup }) {
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { filter: _, tickets: __, ...location } = route.useSearch()
  const [state, send] = useDiagnosedMachine(provideLazily(provideScheduleChange), { input: { location } })
  const step = scheduleChangeStepOf(state.context.location)
  const View = views[step]
  // Several steps use these queries: without an observer here, unmounting one step would cancel a fetch of the next.
  useQuery({ ...groupsQuery(roleGroup), ...cacheOnly })
  useQuery({ ...groupTransfersQuery(), ...cacheOnly })
  useQuery({ ...childrenQuery(), ...cacheOnly })
  const flow: TransferFlow = {
    ...state.context,
    roleGroup,
    isBusy: state.hasTag('busy'),
    send,
    heading: useStepHeading(),
    notice: <RefusalNotice {...state.context} />,
  }
  return (
    <>
      <TransferProgress at={step} />
      <View key={step} flow={flow} />
    </>
  )
}

function TransferProgress({ at }: { at: ScheduleChangeStep }) {
  const { t } = useLingui()
  const steps: [ScheduleChangeStep, string][] = [
    ['choosingGroup', t`Группа`],
    ['choosingTerritory', t`Площадка`],
    ['choosingNewGroup', t`Новая группа`],
    ['comparing', t`Неделя`],
    ['confirming', t`Подтверждение`],
  ]
  return <FlowProgress label={t`Шаги смены группы`} steps={steps} at={at} />
}

/** Explains why the flow is at this step after a refusal, and what the user can do. */
function RefusalNotice({ refusal, waitingList, location }: Pick<TransferFlow, 'refusal' | 'waitingList' | 'location'>) {
  if (refusal === null) return null
  const step = scheduleChangeStepOf(location)
  if (step === 'confirming' || waitingList !== null)
    return (
      <Notice
        tone="error"
        role="alert"
        title={
          waitingList === null ? <Trans>Группа пока прежняя</Trans> : <Trans>Встать в очередь не получилось</Trans>
        }
      >
        <ProblemMessage type={refusal} />
      </Notice>
    )
  return (
    <Notice tone="warning" role="alert" title={<ProblemMessage type={refusal} />}>
      {refusal === 'no-place-left' && (
        <Trans>Список уже обновлён: выберите другую группу или встаньте в очередь за местом.</Trans>
      )}
      {refusal === 'not-found' && <Trans>Возможно, ссылка устарела. Выберите ещё раз здесь.</Trans>}
      {step === 'choosingGroup' && refusal !== 'not-found' && (
        <Trans>Причина написана у самой группы: список уже обновлён.</Trans>
      )}
    </Notice>
  )
}
