import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import { paymentStepOf } from '#contract/screen-search.ts'
import { providePayment } from '#src/actors/payment.actors.ts'
import { checkoutMethodsQuery, checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { isReceiptExpected } from '#src/domain/billing/payments.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { BackLink } from '#src/routes/-flow/router-link.tsx'
import { useStepHeading } from '#src/routes/-flow/steps/flow-step.tsx'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { ChoiceStep } from './choice-step.tsx'
import { LostStep } from './lost-step.tsx'
import { PaidStep } from './paid-step.tsx'
import { ReviewStep } from './review-step.tsx'
import type { PaymentFlow } from './step-props.ts'
import { UnderWayStep } from './under-way-step.tsx'
import { CanceledStep, ExpiredStep, RefusedStep } from './unpaid-steps.tsx'
import { WaitingStep } from './waiting-step.tsx'

const route = getRouteApi('/payment')

const views = {
  choosing: ChoiceStep,
  reviewing: ReviewStep,
  starting: ReviewStep,
  underWay: UnderWayStep,
  leaving: WaitingStep,
  waiting: WaitingStep,
  canceling: WaitingStep,
  paid: PaidStep,
  refused: RefusedStep,
  expired: ExpiredStep,
  canceled: CanceledStep,
  lost: LostStep,
}

/** Before each reading of a checkout that is under way or waits for its receipt; the last one is repeated. */
const pausesMs = [3_000, 3_000, 5_000, 8_000, 15_000, 30_000]

/** Observes the cache without fetching or rendering. */
const cacheOnly = { enabled: false, notifyOnChangeProps: [] as [] }

/** Shows the current step; the machine and the URL are always in sync. */
export default function PaymentPage() {
  const title = useScreenTitle()
  const provideLazily = useRouteContext({ from: '__root__', select: (context) => context.provideLazily })
  const { tickets: _, ...location } = route.useSearch()
  const [state, send] = useDiagnosedMachine(provideLazily(providePayment), { input: { location } })
  const { value, context } = state
  const now = useNow()
  const { data: checkout } = useQuery({
    ...checkoutQuery(context.location.checkout ?? ''),
    enabled: ({ state: { data } }) => value === 'waiting' || (data !== undefined && isReceiptExpected(data, now)),
    refetchInterval: ({ state: { dataUpdateCount } }) => pausesMs[Math.min(dataUpdateCount, pausesMs.length - 1)],
    refetchOnWindowFocus: 'always',
  })
  // Several steps use these queries: without an observer here, unmounting one step would cancel a fetch of the next.
  useQuery({ ...contractsQuery(), ...cacheOnly })
  useQuery({ ...checkoutMethodsQuery(), ...cacheOnly })
  // While the URL is validated, and in server rendering, shows the step that the validation will lead to.
  const view = value === 'validatingLocation' ? paymentStepOf(context.location, checkout?.state) : value
  const View = views[view]
  const flow: PaymentFlow = {
    ...context,
    isBusy: state.hasTag('busy'),
    is: (name) => value === name,
    send,
    namesPage: true,
    heading: useStepHeading(),
    notice: <RefusalNotice {...context} />,
  }
  return (
    <>
      <PageHeading
        isHidden
        back={
          <BackLink to="/contracts-and-payments">
            <Trans>Договоры и оплата</Trans>
          </BackLink>
        }
      >
        {title('payment')}
      </PageHeading>
      <View key={headingOf(view)} flow={flow} />
    </>
  )
}

/** States that show the same step. */
function headingOf(view: keyof typeof views): string {
  if (view === 'starting') return 'reviewing'
  return view === 'leaving' || view === 'canceling' ? 'waiting' : view
}

/** Why nothing was paid or cancelled, and what to do now. */
function RefusalNotice({ refusal, location }: Pick<PaymentFlow, 'refusal' | 'location'>) {
  if (refusal === null) return null
  if (location.checkout !== undefined)
    return (
      <Notice tone="error" role="alert" title={<Trans>Отменить оплату не получилось</Trans>}>
        <ProblemMessage type={refusal} />
      </Notice>
    )
  if (refusal === 'price-changed')
    return (
      <Notice tone="warning" role="alert" title={<Trans>Сумма изменилась</Trans>}>
        <Trans>Деньги не списаны. Ниже новая сумма: проверьте её и оплатите.</Trans>
      </Notice>
    )
  if (refusal === 'nothing-to-pay')
    return (
      <Notice tone="warning" role="alert" title={<Trans>Часть уже оплачена</Trans>}>
        <Trans>Деньги не списаны. Ниже осталось то, что ещё нужно заплатить.</Trans>
      </Notice>
    )
  return (
    <Notice tone="error" role="alert" title={<Trans>Оплата не началась</Trans>}>
      <ProblemMessage type={refusal} />
    </Notice>
  )
}
