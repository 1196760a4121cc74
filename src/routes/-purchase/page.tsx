import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouteContext } from '@tanstack/react-router'
import { purchaseObstacles } from '#contract/enumerations.ts'
import { type PurchaseStep, purchaseStepOf, singleStudentOf } from '#contract/screen-search.ts'
import { providePurchase } from '#src/actors/purchase.actors.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { BackLink } from '#src/routes/-flow/router-link.tsx'
import { FlowProgress } from '#src/routes/-flow/steps/flow-progress.tsx'
import { useStepHeading } from '#src/routes/-flow/steps/flow-step.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { ChildClosed } from './child-closed.tsx'
import { ChildStep } from './child-step.tsx'
import { DoneStep } from './done-step.tsx'
import { GroupStep } from './group-step.tsx'
import { PaymentSchemeStep } from './payment-scheme-step.tsx'
import { ReviewStep } from './review-step.tsx'
import type { PurchaseFlow } from './step-props.ts'

const route = getRouteApi('/catalog/$id/purchase')

export default function PurchasePage() {
  const { id = '' } = route.useParams()
  return <Purchase key={id} course={id} />
}

const views = {
  choosingChild: ChildStep,
  choosingGroup: GroupStep,
  choosingScheme: PaymentSchemeStep,
  reviewing: ReviewStep,
  done: DoneStep,
}

/** Shows the current step; the machine and the URL are always in sync. */
function Purchase({ course }: { course: string }) {
  const title = useScreenTitle()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { tickets: _, ...chosen } = route.useSearch()
  const location = { course, ...chosen }
  const [state, send] = useDiagnosedMachine(provideLazily(providePurchase), { input: { location } })
  const { data: { title: courseTitle } = {}, error } = useQuery(courseQuery(course))
  // Loaded by the validation of the URL.
  const { data: students } = useQuery({ ...courseStudentsQuery(course), enabled: false })
  const navigate = useNavigate()
  const isOnSale = error?.type !== 'not-found'
  // While the URL is validated, and in server rendering, shows the step that the validation will lead to.
  const isValidating = state.matches('validatingLocation')
  const only = isValidating && students ? singleStudentOf(students) : undefined
  const known = { ...(only && { child: only }), ...state.context.location }
  const step = purchaseStepOf(known)
  const View = views[step]
  // The school may take the right while the page is open; an address is validated by the machine.
  const isUnderWay = !isValidating && step !== 'choosingChild' && step !== 'done' && known.child !== undefined
  const isChildClosed = isUnderWay && students?.every(({ studentUuid }) => studentUuid !== known.child)
  const flow: PurchaseFlow = {
    ...state.context,
    location: known,
    isBusy: state.hasTag('busy'),
    is: (name) => state.matches(name),
    send,
    isOnSale,
    heading: useStepHeading(),
    notice: <RefusalNotice {...state.context} location={known} />,
  }
  return (
    <>
      <PageHeading
        lead={courseTitle && <SchoolText>{courseTitle}</SchoolText>}
        back={
          isOnSale && (
            <BackLink to="/catalog/$id" params={{ id: course }}>
              <Trans>К описанию курса</Trans>
            </BackLink>
          )
        }
      >
        {title('purchase')}
      </PageHeading>
      <PurchaseProgress at={step} course={course} />
      {isChildClosed ? (
        <ChildClosed
          flow={flow}
          onChoose={students?.length === 0 ? null : () => void navigate({ to: '.', search: {} })}
        />
      ) : (
        <View key={step} flow={flow} />
      )}
    </>
  )
}

/** Progress of the purchase; the step of the student is omitted for a single student and for the 2035 programme. */
function PurchaseProgress({ at, course }: { at: PurchaseStep; course: string }) {
  const { t } = useLingui()
  const { data: students, isError } = useQuery(courseStudentsQuery(course))
  const isAlone = (isError || students?.length === 1) && at !== 'choosingChild'
  const steps: [PurchaseStep, string][] = [
    ...(isAlone ? [] : [['choosingChild', t`Ребёнок`] satisfies [PurchaseStep, string]]),
    ['choosingGroup', t`Группа`],
    ['choosingScheme', t`Оплата`],
    ['reviewing', t`Проверка`],
  ]
  return <FlowProgress label={t`Шаги записи на курс`} steps={steps} at={at} />
}

/** Explains why the flow is at this step after a refusal, and what the user can do. */
function RefusalNotice({ refusal, waitingList, location }: Pick<PurchaseFlow, 'refusal' | 'waitingList' | 'location'>) {
  const { i18n } = useLingui()
  if (refusal === null) return null
  const step = purchaseStepOf(location)
  if (waitingList !== null || step === 'reviewing')
    return (
      <Notice
        tone="error"
        role="alert"
        title={<RefusalTitle isWaitingList={waitingList !== null} isFilled={location.basket !== undefined} />}
      >
        <ProblemMessage type={refusal} />
      </Notice>
    )
  const obstacle = purchaseObstacles.find((one) => one === refusal)
  const title = obstacle ? i18n._(purchaseObstacleLabels[obstacle]) : <ProblemMessage type={refusal} />
  return (
    <Notice tone="warning" role="alert" title={title}>
      {refusal === 'not-found' ? (
        <Trans>Возможно, ссылка устарела. Выберите ещё раз здесь.</Trans>
      ) : (
        <RefusalAdvice step={step} isFull={refusal === 'full' || refusal === 'no-place-left'} />
      )}
    </Notice>
  )
}

function RefusalTitle({ isWaitingList, isFilled }: { isWaitingList: boolean; isFilled: boolean }) {
  if (isWaitingList) return <Trans>Встать в очередь не получилось</Trans>
  return isFilled ? <Trans>Договора пока нет</Trans> : <Trans>Заявка не собрана, но выбор сохранён</Trans>
}

function RefusalAdvice({ step, isFull }: { step: ReturnType<typeof purchaseStepOf>; isFull: boolean }) {
  if (step === 'choosingChild')
    return <Trans>Выберите, для кого ещё подойдёт этот курс, или другой курс в каталоге.</Trans>
  if (step === 'choosingScheme') return <Trans>Проверьте способ оплаты: список уже обновлён.</Trans>
  return isFull ? (
    <Trans>Список уже обновлён: выберите другую группу или встаньте в очередь за местом.</Trans>
  ) : (
    <Trans>Список уже обновлён: выберите другую группу.</Trans>
  )
}
