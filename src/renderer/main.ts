import { mount } from 'svelte';
import App from './App.svelte';
import { bridge } from './bridge.ts';
import { Tally } from './state/tally.svelte.ts';
import './ui/tokens.css';
import './ui/base.css';

mount(App, { target: document.body, props: { tally: new Tally(bridge) } });
