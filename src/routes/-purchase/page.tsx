import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { onlyStudent, purchaseStepOf } from '#contract/purchase-steps.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { wirePurchase } from '#src/purchase-wiring.ts'
import { useStepHeading } from '#src/routes/-frame/flow-step.tsx'
import { ScreenLink } from '#src/routes/-frame/router-link.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { Children } from './children.tsx'
import { Done } from './done.tsx'
import type { Flow } from './flow.ts'
import { Groups } from './groups.tsx'
import { Reviewing } from './reviewing.tsx'
import { Schemes } from './schemes.tsx'
import { Steps } from './steps.tsx'

const route = getRouteApi('/catalog/$id/purchase')

export default function PurchasePage() {
  const { id = '' } = route.useParams()
  return <Purchase key={id} course={id} />
}

const views = {
  choosingChild: Children,
  choosingGroup: Groups,
  choosingScheme: Schemes,
  reviewing: Reviewing,
  done: Done,
}

/** The step that the person is at: the machine and the address agree about it at any time. */
function Purchase({ course }: { course: string }) {
  const title = useTitle()
  const wireLate = useRouteContext({ from: '__root__', select: (context) => context.wireLate })
  const place = { course, ...route.useSearch() }
  const [state, send] = useActor(wireLate(wirePurchase), { input: { place } })
  const { data: { title: courseTitle } = {}, error } = useQuery(courseQuery(course))
  // Whoever judges the address asks for them.
  const { data: students = [] } = useQuery({ ...courseStudentsQuery(course), enabled: false })
  const isOnSale = error?.type !== 'not-found'
  // Where the address is still being judged, and is painted by the server, its step is the one that will come of it.
  const only = state.matches('arriving') ? onlyStudent(students) : undefined
  const known = { ...(only && { child: only }), ...state.context.place }
  const step = purchaseStepOf(known)
  const View = views[step]
  const flow: Flow = {
    ...state.context,
    place: known,
    isBusy: state.hasTag('busy'),
    is: (name) => state.matches(name),
    send,
    isOnSale,
    heading: useStepHeading(),
  }
  return (
    <>
      <PageHeading
        lead={courseTitle}
        back={
          isOnSale && (
            <ScreenLink to="/catalog/$id" params={{ id: course }}>
              <Trans>К описанию курса</Trans>
            </ScreenLink>
          )
        }
      >
        {title('purchase')}
      </PageHeading>
      <Steps at={step} course={course} />
      <View key={step} flow={flow} />
    </>
  )
}
