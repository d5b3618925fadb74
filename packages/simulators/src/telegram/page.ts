/** The page of a visitor. Agents' messages are shown as text, so that nothing in them runs. */
export const TELEGRAM_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Telegram simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:50vh}
li{max-width:80%;padding:.5rem .75rem;border-radius:.75rem;white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.visitor{align-self:end;background:light-dark(#d7f0d0,#2b5c3a)}img{max-width:100%;border-radius:.5rem;display:block}
form{display:flex;gap:.5rem;flex-wrap:wrap}input{flex:1;min-width:12rem}input,select,button{font:inherit;padding:.4rem .6rem}.keys{display:flex;flex-wrap:wrap;gap:.25rem;margin-top:.5rem}
</style></head><body><main><h1>Telegram simulator</h1>
<p><label>Bot <select id="bot"></select></label> <label>Chat <select id="where"><option value="">Private</option><option value="group">Group</option></select></label> <span id="hint" hidden></span> <span id="none">Connect a bot on the Channels screen of an agent first. Any token of the form 123456789:AA… works here.</span></p>
<ol id="chat" aria-live="polite" aria-label="Chat"></ol>
<form id="form"><input id="text" aria-label="Message" placeholder="Message" autocomplete="off" maxlength="4096"><button>Send</button>
<button type="button" id="picture">Send picture</button><button type="button" id="voice">Send voice note</button></form></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='';
const plain=(html)=>new DOMParser().parseFromString(html,'text/html').body.textContent;
const say=(body)=>fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({bot:$('bot').value,group:$('where').value==='group',...body})});
async function draw(){const {bots}=await (await fetch(base+'/state')).json();const now=JSON.stringify(bots)+$('bot').value+$('where').value;if(now===seen)return;
const chosen=$('bot').value;$('bot').replaceChildren(...bots.map(({bot})=>new Option(bot,bot,false,bot===chosen)));$('none').hidden=bots.length>0;
const current=bots.find(({bot})=>bot===$('bot').value);seen=JSON.stringify(bots)+$('bot').value+$('where').value;
const inGroup=$('where').value==='group';$('hint').hidden=!inGroup||!current;$('hint').textContent='In a group, bots read only what mentions them: @sandbox_'+$('bot').value+'_bot';
$('chat').replaceChildren(...(current?(inGroup?current.group:current.messages):[]).map((m)=>{const li=document.createElement('li');li.className=m.from;li.textContent=m.from==='bot'?plain(m.text):m.text;
if(m.photo){const img=document.createElement('img');img.src=m.photo;img.alt='';li.prepend(img)}
if(m.buttons.length){const keys=document.createElement('div');keys.className='keys';for(const b of m.buttons){const key=document.createElement('button');key.textContent=b.text;key.onclick=()=>b.url?open(b.url,'_blank','noopener'):say({press:b.data});keys.append(key)}li.append(keys)}
return li}));scrollTo(0,document.body.scrollHeight)}
$('form').onsubmit=async(e)=>{e.preventDefault();const text=$('text').value.trim();if(!text||!$('bot').value)return;$('text').value='';await say({text});draw()};
for(const kind of ['picture','voice'])$(kind).onclick=async()=>{if(!$('bot').value)return;const text=$('text').value.trim();$('text').value='';await say({kind,text});draw()};
$('bot').onchange=$('where').onchange=draw;setInterval(()=>draw().catch(()=>{}),700);draw();
</script></body></html>`
