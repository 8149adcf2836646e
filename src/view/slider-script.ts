/**
 * The browser's part of a slider: it opens a comm to the kernel that made the output, over the server that the page came
 * from, and asks for the run's steps at the value under the thumb. One question is under way at a time; of values that
 * come meanwhile the last one counts. Without a server (a page that was exported, an editor that keeps outputs apart) the
 * slider stays off and the output shows the value that it was made with.
 */
export const SLIDER_SCRIPT = `(function(root){
var input=root.querySelector('input'),shown=root.querySelector('output'),status=root.querySelector('[role=status]'),view=root.querySelector('.view');
var kernel=root.dataset.mimirKernel,handle=root.dataset.mimirRun,config=document.getElementById('jupyter-config-data');
function say(text){status.textContent=text}
if(!kernel||!handle||!config)return say('the slider moves in JupyterLab and Jupyter Notebook, with its kernel running');
config=JSON.parse(config.textContent);
function id(){return Array.from(crypto.getRandomValues(new Uint8Array(16)),function(b){return b.toString(16).padStart(2,'0')}).join('')}
var session=id(),comm=id(),socket=null,ready=null,asked=0,under=false,wanted=null;
function send(type,content){
  socket.send(JSON.stringify({channel:'shell',header:{msg_id:id(),msg_type:type,username:'',session:session,date:new Date().toISOString(),version:'5.3'},parent_header:{},metadata:{},content:content,buffers:[]}));
}
function open(){
  if(ready)return ready;
  ready=new Promise(function(done,failed){
    var base=(config.wsUrl||location.origin.replace(/^http/,'ws'))+(config.baseUrl||'/');
    socket=new WebSocket(base+'api/kernels/'+kernel+'/channels?session_id='+session+(config.token?'&token='+encodeURIComponent(config.token):''));
    socket.onopen=function(){send('comm_open',{comm_id:comm,target_name:'mimir',data:{}});done()};
    socket.onclose=function(){ready=null;under=false;failed(new Error('closed'));say('no connection to the kernel: run the cell again')};
    socket.onmessage=function(event){
      if(typeof event.data!=='string')return;
      var message=JSON.parse(event.data),content=message.content;
      if((message.msg_type||message.header.msg_type)!=='comm_msg'||content.comm_id!==comm)return;
      var data=content.data;
      if(data.id!==asked||data.status==='progress')return;
      if(data.status==='ok'){view.innerHTML=data.value.html;shown.textContent=data.value.value;say(data.value.status)}
      else say(data.evalue+'; run the cell again');
      under=false;
      if(wanted!==null)ask();
    };
  });
  return ready;
}
function ask(){
  under=true;
  open().then(function(){
    var value=wanted;wanted=null;asked++;
    send('comm_msg',{comm_id:comm,data:{id:asked,method:'tune',handle:handle,argument:{parameter:root.dataset.parameter,value:value,step:root.dataset.step}}});
  },function(){under=false});
}
input.disabled=false;
input.addEventListener('input',function(){wanted=Number(input.value);shown.textContent=input.value;if(!under)ask()});
})`;
