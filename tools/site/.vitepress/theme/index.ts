import { useData } from 'vitepress'
// System fonts instead of VitePress's.
import theme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent, defineComponent, h, onMounted, watch } from 'vue'
import { rememberTabs } from './remembered-tabs.ts'
import './style.css'

// Alone it loads the list of all pages.
const NotFound = defineAsyncComponent(() => import('./not-found.ts'))

const Layout = defineComponent(() => {
  const { isDark, page } = useData()
  rememberTabs()
  onMounted(() => watch([isDark, page], () => showPictures(isDark.value), { immediate: true, flush: 'post' }))
  return () => h(theme.Layout, null, { 'not-found': () => h(NotFound) })
})

/** The sources of pictures are for the dark. They follow the switch of the site instead of the system. */
function showPictures(dark: boolean): void {
  for (const source of document.querySelectorAll<HTMLSourceElement>('picture source')) {
    source.media = dark ? 'all' : 'not all'
  }
}

export default { extends: theme, Layout }
