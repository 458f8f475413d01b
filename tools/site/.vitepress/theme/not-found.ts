import { useRoute, withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'
import { closestPages, type PageAddress } from '../../closest-pages.ts'
import { data as pages } from './pages.data.ts'

/** 404.html is one file for every address, so the browser looks for what was meant. */
export default defineComponent(() => {
  const route = useRoute()
  const meant = ref<readonly PageAddress[]>([])
  onMounted(() => {
    meant.value = closestPages(decodeURI(route.path), pages)
  })
  const suggest = ({ link, text }: PageAddress) => h('li', h('a', { href: withBase(link) }, text))
  return () =>
    h('main', { class: 'not-found vp-doc' }, [
      h('h1', 'Page not found'),
      meant.value.length > 0 && [h('p', 'You may have meant:'), h('ul', meant.value.map(suggest))],
      h('p', [
        'Search has every page (press ',
        h('kbd', '/'),
        '), or start at the ',
        h('a', { href: withBase('/') }, 'home page'),
        '.',
      ]),
    ])
})
