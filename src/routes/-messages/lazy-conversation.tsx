import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'

/** An open conversation. The server renders its skeleton, because rich text is sanitized by the parser of the browser. */
export const LazyConversation = lazyComponent(
  'conversation',
  () => import('./conversation.tsx'),
  'Conversation',
  () => <ConversationSkeleton />,
)
