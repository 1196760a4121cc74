import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'

/** The editor of a reply, which is heavier than the rest of the page. */
export const LazyReplyForm = lazyComponent(
  'reply-form',
  () => import('./reply-form.tsx'),
  'ReplyForm',
  () => <SkeletonBlock />,
)
