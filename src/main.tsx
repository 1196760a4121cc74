import './app.css'
import { createRoot } from 'react-dom/client'
import { createApp } from './create-app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root')
createRoot(root).render(await createApp({ window }).start())
