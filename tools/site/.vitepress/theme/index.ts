// Without the fonts that VitePress brings: those of the system, as everywhere here.
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
